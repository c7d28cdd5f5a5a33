/** Processes the items in order, `lanes` at a time. */
export async function inLanes(items, lanes, work) {
  const rest = items[Symbol.iterator]();
  const lane = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
