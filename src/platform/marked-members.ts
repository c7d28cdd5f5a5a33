/**
 * Replaces every object that has `mark` as a member by what `make` makes of that member. Without recursion: JSON.parse reads any depth, but
 * the stack is limited.
 */
export function replaceMarked(parsed: unknown, mark: string, make: (text: string) => unknown): unknown {
  const root = { parsed };
  const open: object[] = [root];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    const members = holder as Record<string, unknown>;
    for (const key of Object.keys(members)) {
      const member = members[key];
      if (typeof member !== 'object' || member === null) continue;
      const text = (member as Record<string, unknown>)[mark];
      // Also replaces a member with the name __proto__, because JSON.parse made it the object's own.
      if (typeof text === 'string') members[key] = make(text);
      else open.push(member);
    }
  }
  return root.parsed;
}
