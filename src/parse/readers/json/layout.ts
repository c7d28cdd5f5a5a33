/** Where the records of a JSON document stand. */
export type JsonLayout =
  /** One behind the other: a single object, or several. */
  | { readonly records: 'values' }
  /** In the list that the document is. */
  | { readonly records: 'elements' }
  /** In the one list of objects that is a member of the document's object: `{"data": [ … ]}`. */
  | { readonly records: 'member'; readonly member: string };
