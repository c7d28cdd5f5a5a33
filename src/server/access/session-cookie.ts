/** Reads one cookie of a Cookie header. */
export function cookieNamed(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/** Scripts cannot read it, and other sites cannot make the browser send it. */
export function sessionCookie(
  name: string,
  session: string,
  { path, secure }: { path: string; secure: boolean },
): string {
  return `${name}=${session}; Path=${path}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}
