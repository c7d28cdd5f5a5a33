/** The metadata of an Arrow schema says under this key which output the rows belong to. */
export const OUTPUT_KEY = 'casparian.output';
