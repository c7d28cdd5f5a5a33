/** As much of WebAssembly as is used: its types come with those of browsers, which are not ours. */
interface WebAssemblyApi {
  readonly Memory: new (pages: { readonly initial: number }) => Memory;
  readonly Module: new (code: Uint8Array) => Module;
  readonly Instance: new (
    module: Module,
    imports: Record<string, Record<string, Memory>>,
  ) => { readonly exports: object };
  readonly validate: (code: Uint8Array) => boolean;
}

interface Memory {
  readonly buffer: ArrayBuffer;
}

export type Module = object;

export interface WasmGlobal {
  readonly value: number;
}

export const { Memory, Module, Instance, validate } = (globalThis as unknown as { WebAssembly: WebAssemblyApi })
  .WebAssembly;
