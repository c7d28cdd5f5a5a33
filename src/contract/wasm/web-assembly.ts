/** The parts of the WebAssembly API that are used: its types come with those of browsers. */
interface WebAssemblyApi {
  readonly Memory: new (pages: { readonly initial: number }) => Memory;
  readonly Module: new (code: Uint8Array) => Module;
  readonly Instance: new (
    module: Module,
    imports: Record<string, Record<string, Memory>>,
  ) => { readonly exports: object };
  readonly validate: (code: Uint8Array) => boolean;
}

export interface Memory {
  readonly buffer: ArrayBuffer;
  /** Adds pages. Earlier buffers of the memory become empty. */
  grow(pages: number): number;
}

export type Module = object;

export interface WasmGlobal<Value extends number | bigint = number> {
  readonly value: Value;
}

export const WASM_PAGE_BYTES = 65_536;

export const { Memory, Module, Instance, validate } = (globalThis as unknown as { WebAssembly: WebAssemblyApi })
  .WebAssembly;

/** Compiles a module from base64; null on processors without SIMD. */
export function compiledModule(base64: string): Module | null {
  const code = Buffer.from(base64, 'base64');
  return validate(code) ? new Module(code) : null;
}
