/** These packages have no types. */
declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    constructor(options: { cryptosuite: unknown });
  }
}

declare module '@digitalbazaar/eddsa-jcs-2022-cryptosuite' {
  export function createVerifyCryptosuite(): unknown;
}

declare module 'jsonld-signatures' {
  const jsigs: {
    verify(document: object, options: object): Promise<{ verified: boolean }>;
    purposes: { AssertionProofPurpose: new () => object };
  };
  export default jsigs;
}
