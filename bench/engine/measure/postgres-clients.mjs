/** `count` open connections. The driver is loaded here, so that only the process that needs it loads it. */
export async function connectAll(url, count) {
  const { default: pg } = await import('pg');
  const clients = Array.from({ length: count }, () => new pg.Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  return clients;
}

/** The rows of one statement, on a connection opened and closed for it. */
export async function queryOnce(url, text) {
  const [client] = await connectAll(url, 1);
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
