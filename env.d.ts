// Bindings, vars and secrets of the Worker, as wrangler.toml and .dev.vars declare them. One ambient type for every layer.

interface Env {
  readonly DB: D1Database
  readonly ASSETS: Fetcher
  /** Pictures that users send in; services/uploads.ts alone reads and writes it. */
  readonly UPLOADS: R2Bucket
  readonly Account: DurableObjectNamespace<import('./party/account/room').Account>
  readonly Market: DurableObjectNamespace<import('./party/market/room').Market>
  readonly Gateway: DurableObjectNamespace<import('./party/gateway/room').Gateway>
  readonly ProgramSocket: DurableObjectNamespace<import('./server/socket/room').ProgramSocket>
  readonly Quotes: DurableObjectNamespace<import('./party/quotes/room').Quotes>
  /** Named by its place below a public room: party/protocol/relay.ts. */
  readonly Relay: DurableObjectNamespace<import('./party/relay/room').Relay>
  readonly Event: DurableObjectNamespace<import('./party/event/room').Event>
  readonly Chat: DurableObjectNamespace<import('./party/chat/room').Chat>
  readonly Lot: DurableObjectNamespace<import('./party/lot/room').Lot>
  readonly Log: DurableObjectNamespace<import('./party/log/room').Log>
  /** Where maps come from, with {z}, {x} and {y}; and whose they are. Without it places are shown on outlines of the countries. */
  readonly MAP_TILES?: string
  readonly MAP_CREDIT?: string
  /** "35.6586,139.7454,Tokyo": where the operators are to be found. */
  readonly OFFICE_PLACE?: string
  readonly Thread: DurableObjectNamespace<import('./party/thread/room').Thread>
  /** One object a queue of the sweep, by its name. */
  readonly Drain: DurableObjectNamespace<import('./server/cron/drain').Drain>
  readonly Watch: DurableObjectNamespace<import('./party/watch/room').Watch>
  readonly Leader: DurableObjectNamespace<import('./party/leader/room').Leader>
  /** "development" | "test" | "production". */
  readonly ENVIRONMENT: string
  /** Signs session tokens; at least 32 characters outside development. */
  readonly SESSION_SECRET: string
  /** Secret. Opens the endpoints of backup and restore; without it there are none. At least 32 characters. */
  readonly BACKUP_TOKEN?: string
  /** Secret. Opens /metrics; without it there is none. At least 32 characters. */
  readonly METRICS_TOKEN?: string
  /** Secret. JSON: a list of {url, form: "generic" | "slack", secret}, who are told when an alarm begins or ends. */
  readonly OPERATOR_HOOKS?: string
  /** Where the witness of the log answers, and the public key that it prints. */
  readonly WITNESS_URL?: string
  readonly WITNESS_KEY?: string
  /** Development and tests only: the exponent of scrypt's N, 4 to 15, in place of 15, so that hashing costs no time. */
  readonly PASSWORD_COST?: string
  /** "simulator", or a comma list of "binance", "kraken". */
  readonly QUOTES_SOURCE: string
  /** Secret. What simulated prices are drawn from; `npm start` makes one. Without it anybody can compute them ahead: for tests. */
  readonly SIMULATOR_SEED?: string
  /** Secret. Signs checkpoints of the log; `npm start` makes one, `scripts/log-key.mjs` one for a deployment. Without it nothing is logged. */
  readonly LOG_KEY?: string
  /** Secret. The key before LOG_KEY, until it has signed that the new one takes over. */
  readonly LOG_KEY_BEFORE?: string
  /** Commands of one account a second, where more than usual are to be let through (benches); 100 without it. */
  readonly COMMANDS_PER_SECOND?: string
  /** Most visitors that a market, the quotes or a chat tell by themselves; relays tell further ones. 1,000 without it. */
  readonly ROOM_LISTENERS?: string
  /** "on": new users get play money, and the pages say so. */
  readonly DEMO_MODE: string
  /** "on" with DEMO_MODE: demo traders trade play money while somebody looks at the site. */
  readonly DEMO_TRADERS?: string
  readonly SITE_NAME: string
  /** "https://…": what links in mails begin with. Without it no mail with a link leaves. */
  readonly SITE_URL?: string
  /** "simulated": a local chain of development and tests, elsewhere none; "rpc": the nodes of CHAIN_NODES. */
  readonly CHAIN_SOURCE: string
  /** JSON: network -> {url, tokens?: {asset: {contract, decimals}}}. Bitcoin's wallet RPC, Ethereum's JSON-RPC, TRON's HTTP API (TronGrid's key as the user of the url). */
  readonly CHAIN_NODES?: string
  /** JSON: network -> extended public key, or the shared address where users are told apart by memo. */
  readonly DEPOSIT_KEYS?: string
  /** JSON: network -> address or Safe from which withdrawals are paid on EVM networks. */
  readonly PAYOUT_SOURCES?: string
  /** JSON: {account, bic?, name?} of the bank account from which transfers are paid. */
  readonly PAYOUT_BANK?: string
  /** JSON: network -> start of a transaction's public address, where it differs from the usual one; empty for no link. */
  readonly EXPLORERS?: string
  /** "outbox" keeps messages on a local page; "http" sends through MAIL_URL with MAIL_TOKEN. */
  readonly MAIL_SENDER: string
  readonly MAIL_FROM?: string
  readonly MAIL_URL?: string
  readonly MAIL_TOKEN?: string
  readonly SMS_SENDER: string
  readonly SMS_FROM?: string
  readonly SMS_URL?: string
  readonly SMS_TOKEN?: string
  /** Web Push, where all three are set: base64url keys (scripts/vapid-keys.mjs makes a pair), and "mailto:…" or "https:…". */
  readonly VAPID_PUBLIC_KEY?: string
  readonly VAPID_PRIVATE_KEY?: string
  readonly VAPID_SUBJECT?: string
  /** Where rates of fiats come from: "desk", as typed there, or "ecb", the European Central Bank's daily reference rates. */
  readonly FIAT_SOURCE?: string
  /** Overrides the bank's documented address. */
  readonly FIAT_URL?: string
  /** Who takes cards: "embedded", a page of development and tests; "stripe", where both secrets and SITE_URL are set; "off". */
  readonly CARD_SOURCE?: string
  /** Secret. Of the API. */
  readonly STRIPE_SECRET_KEY?: string
  /** Secret. Of the messages that are sent to /api/v1/buy/hooks/card. */
  readonly STRIPE_WEBHOOK_SECRET?: string
  /** Overrides the documented address. */
  readonly STRIPE_URL?: string
  /** The third party that takes fiat for us: "embedded", a page of development and tests; "signed", where all that follows and SITE_URL are set; "off". */
  readonly RAMP_SOURCE?: string
  /** Its page; what it needs to know goes into the query. */
  readonly RAMP_URL?: string
  /** Names us there. */
  readonly RAMP_KEY?: string
  /** Secret. Signs the addresses that users are sent to. */
  readonly RAMP_SECRET?: string
  /** Secret. Of the messages that are sent to /api/v1/buy/hooks/ramp. */
  readonly RAMP_WEBHOOK_SECRET?: string
  /** Where it sends what it sells: an address of the house, never one that deposits of users are credited from. */
  readonly RAMP_WALLET?: string
  /** Development only: the country (ISO 3166) that visitors come from; without it none is known. */
  readonly DEV_COUNTRY?: string
  /** The header in which the proxy before the Worker tells a client's address; Cloudflare's own without it. */
  readonly CLIENT_IP_HEADER?: string
  /** Override the documented feed addresses, for a test server or a proxy. */
  readonly BINANCE_WS_URL?: string
  readonly BINANCE_REST_URL?: string
  readonly KRAKEN_WS_URL?: string
  readonly KRAKEN_REST_URL?: string
  /** Secret. Finnhub answers nobody without one. */
  readonly FINNHUB_TOKEN?: string
  readonly FINNHUB_WS_URL?: string
  readonly FINNHUB_REST_URL?: string
}

declare module '*.sql' {
  const text: string
  export default text
}

/** The built pages, under the name by which Vite, wrangler and Vitest find them. */
declare module 'virtual:remix/server-build' {
  type ServerBuild = import('@remix-run/cloudflare').ServerBuild
  export const mode: ServerBuild['mode']
  /** `prepare` is app/entry.server.tsx's own. */
  export const entry: { readonly module: ServerBuild['entry']['module'] & typeof import('./app/entry.server') }
  export const routes: ServerBuild['routes']
  export const assets: ServerBuild['assets']
  export const basename: string
  export const publicPath: ServerBuild['publicPath']
  export const assetsBuildDirectory: ServerBuild['assetsBuildDirectory']
  export const future: ServerBuild['future']
  export const isSpaMode: ServerBuild['isSpaMode']
}
