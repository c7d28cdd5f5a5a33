import { bytes, names, pathsOrAddresses, seconds, text, wholeNumber, yesNo } from './kinds.js';

const MEBIBYTE = 1_048_576;

/** The settings of the HTTP server. */
export const HTTP_SETTINGS = {
  http_host: {
    env: 'CASPARIAN_HTTP_HOST',
    aliases: ['BPC_HTTP_HOST'],
    flag: '--host',
    kind: text(),
    default: '127.0.0.1',
    description: 'Address on which `serve` listens. Any other than a loopback address needs API keys.',
  },
  http_port: {
    env: 'CASPARIAN_HTTP_PORT',
    aliases: ['BPC_HTTP_PORT'],
    flag: '--port',
    kind: wholeNumber({ min: 0, max: 65_535 }),
    default: 8_080,
    description: 'Port of the HTTP API; 0 picks a free port.',
  },
  http_hosts: {
    env: 'CASPARIAN_HTTP_HOSTS',
    kind: names(),
    default: [],
    description:
      'Names under which the server is reached, such as `flow.example.com` behind a proxy, separated by commas. Requests with another name in their Host header are refused; addresses and `localhost` are not.',
  },
  http_base_path: {
    env: 'CASPARIAN_HTTP_BASE_PATH',
    flag: '--base-path',
    kind: text(),
    default: '/',
    description: 'Path before all paths of the server, such as `/casparian`.',
  },
  mcp_allow_writes: {
    env: 'CASPARIAN_MCP_ALLOW_WRITES',
    flag: '--allow-writes',
    kind: yesNo(),
    default: false,
    description: 'Also offer language models tools that change something, over stdin and at `/mcp` of the server.',
  },
  http_max_upload_bytes: {
    env: 'CASPARIAN_HTTP_MAX_UPLOAD_BYTES',
    kind: bytes({ min: 1_024 }),
    default: 1_024 * MEBIBYTE,
    description: 'Maximum size of an uploaded file.',
  },
  http_scan_folders: {
    env: 'CASPARIAN_HTTP_SCAN_FOLDERS',
    kind: pathsOrAddresses(),
    default: [],
    description:
      'Folders of this machine, or prefixes of buckets (`s3://BUCKET/PREFIX`), that may be scanned over HTTP, separated by commas. Without any, files are uploaded.',
  },
  http_max_connections: {
    env: 'CASPARIAN_HTTP_MAX_CONNECTIONS',
    kind: wholeNumber({ min: 1, max: 1_000_000 }),
    default: 16_384,
    description: 'Connections that are open at the same time. More are refused with 503.',
  },
  http_request_timeout_seconds: {
    env: 'CASPARIAN_HTTP_REQUEST_TIMEOUT_SECONDS',
    kind: seconds({ min: 1, max: 86_400 }),
    default: 300,
    description: 'How long a request may take to arrive, with its body. Its headers must arrive within 10 seconds.',
  },
  api_key_pepper: {
    env: 'CASPARIAN_API_KEY_PEPPER',
    aliases: ['BPC_API_KEY_PEPPER_BASE64'],
    kind: text(),
    secret: true,
    description:
      'Secret that hashes of API keys contain: base64 of at least 16 bytes. All machines of an installation need the same. Without it, one is created in `<home>/api-keys.pepper`.',
  },
  rate_limit_enabled: {
    env: 'CASPARIAN_RATE_LIMIT_ENABLED',
    aliases: ['BPC_RATE_LIMIT_ENABLED'],
    kind: yesNo(),
    default: false,
    description: 'Whether requests are limited for each API key.',
  },
  rate_limit_rps: {
    env: 'CASPARIAN_RATE_LIMIT_RPS',
    aliases: ['BPC_RATE_LIMIT_RPS'],
    kind: wholeNumber({ min: 1, max: 1_000_000 }),
    default: 50,
    description: 'Requests per second of an API key, over all servers.',
  },
  rate_limit_burst: {
    env: 'CASPARIAN_RATE_LIMIT_BURST',
    aliases: ['BPC_RATE_LIMIT_BURST'],
    kind: wholeNumber({ min: 1, max: 1_000_000 }),
    default: 100,
    description: 'Requests that an API key may send at once after a pause.',
  },
} as const;
