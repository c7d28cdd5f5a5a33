/** A file name as it may stand in a comment: one with a line break in it would go on as code. */
export function commentName(name: string): string {
  return /^[\w. -]+$/.test(name) ? name : 'script.py';
}
