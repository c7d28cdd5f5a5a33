/** The name of a file or folder for a SKU, which may contain characters that these must not. */
export function fileName(sku: string): string {
  return sku.replaceAll(/[^\p{Letter}\p{Number}._-]/gu, '_').replace(/^\.+/, '_');
}
