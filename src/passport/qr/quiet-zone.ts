/** ISO/IEC 18004 requires four modules; many readers fail with less. */
export const QUIET_ZONE = 4;
