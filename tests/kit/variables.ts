// Worker variables of the tests: every one by name, so that none comes from this machine or wrangler.toml.

/** A new variable of Env must be listed here. */
type Variables = {
  readonly [Name in keyof Env as Env[Name] extends string | undefined ? Name : never]-?: string | undefined
}

const ALL: Variables = {
  ENVIRONMENT: 'test',
  SESSION_SECRET: 'known-to-every-test-and-to-nobody-else',
  BACKUP_TOKEN: 'of-the-operators-of-a-test-and-of-nobody-else',
  METRICS_TOKEN: 'of-the-eyes-of-a-test-and-of-nobody-else',
  OPERATOR_HOOKS: undefined,
  WITNESS_URL: undefined,
  WITNESS_KEY: undefined,
  PASSWORD_COST: '4',
  QUOTES_SOURCE: 'simulator',
  SIMULATOR_SEED: undefined,
  LOG_KEY: 'PRIVATE+KEY+cm.example/log+5d667e64+AQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUF',
  LOG_KEY_BEFORE: undefined,
  COMMANDS_PER_SECOND: undefined,
  DEMO_MODE: 'on',
  DEMO_TRADERS: undefined,
  SITE_NAME: 'CM',
  SITE_URL: 'https://cm.example',
  CHAIN_SOURCE: 'simulated',
  CHAIN_NODES: undefined,
  DEPOSIT_KEYS: undefined,
  PAYOUT_SOURCES: undefined,
  MAIL_SENDER: 'outbox',
  MAIL_FROM: undefined,
  MAIL_URL: undefined,
  MAIL_TOKEN: undefined,
  SMS_SENDER: 'outbox',
  SMS_FROM: undefined,
  SMS_URL: undefined,
  SMS_TOKEN: undefined,
  VAPID_PUBLIC_KEY: undefined,
  VAPID_PRIVATE_KEY: undefined,
  VAPID_SUBJECT: undefined,
  FIAT_SOURCE: 'desk',
  FIAT_URL: undefined,
  CARD_SOURCE: 'embedded',
  STRIPE_SECRET_KEY: undefined,
  STRIPE_WEBHOOK_SECRET: undefined,
  STRIPE_URL: undefined,
  RAMP_SOURCE: 'embedded',
  RAMP_URL: undefined,
  RAMP_KEY: undefined,
  RAMP_SECRET: undefined,
  RAMP_WEBHOOK_SECRET: undefined,
  RAMP_WALLET: undefined,
  DEV_COUNTRY: undefined,
  CLIENT_IP_HEADER: undefined,
  MAP_TILES: undefined,
  MAP_CREDIT: undefined,
  OFFICE_PLACE: undefined,
  BINANCE_WS_URL: undefined,
  BINANCE_REST_URL: undefined,
  KRAKEN_WS_URL: undefined,
  KRAKEN_REST_URL: undefined,
  FINNHUB_TOKEN: undefined,
  FINNHUB_WS_URL: undefined,
  FINNHUB_REST_URL: undefined,
}

/** The variables with a value, overridden by `more`. */
export const testVariables = (more: Readonly<Record<string, string>> = {}): Record<string, string> =>
  JSON.parse(JSON.stringify({ ...ALL, ...more })) as Record<string, string>
