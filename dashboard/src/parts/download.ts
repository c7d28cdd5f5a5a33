import { apiUrl } from '../data/client.js';
import { toast } from './toast.js';

/** Lets the browser save a response of the API. It is streamed to disk. */
export function download(path: string, query: Readonly<Record<string, string | undefined>> = {}): void {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== '') search.set(name, value);
  const link = document.createElement('a');
  link.href = `${apiUrl(path)}?${search.toString()}`;
  link.download = '';
  link.click();
}

/** Saves the response of a request that has a body, which a link cannot have. */
export async function downloadPosted(path: string, body: unknown, fileName: string): Promise<void> {
  const response = await fetch(apiUrl(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) {
    const { error } = (await response.json()) as { error: { message: string; why?: string; code: string } };
    toast({ state: 'failed', text: error.message, detail: error.why, code: error.code });
    return;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
