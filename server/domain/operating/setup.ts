// Rules for settings of a live site: a deployment is judged by names of secrets, a running site by their values.

/** good: as it should be. note: the site works, with less. bad: the site must not take money like this. */
export interface Finding {
  readonly part: string
  readonly state: 'good' | 'note' | 'bad'
  /** What was found, as a sentence. */
  readonly says: string
  /** What to do; empty when nothing is. */
  readonly todo: string
}

export const good = (part: string, says: string): Finding => ({ part, state: 'good', says, todo: '' })
export const note = (part: string, says: string, todo: string): Finding => ({ part, state: 'note', says, todo })
export const bad = (part: string, says: string, todo: string): Finding => ({ part, state: 'bad', says, todo })

export interface Settings {
  /** Variables and readable secrets with their values. */
  readonly values: Readonly<Record<string, string | undefined>>
  /** Names of all secrets that are set. */
  readonly secrets: ReadonlySet<string>
}

const SECRET_LENGTH_MIN = 32
/** The value in .dev.vars.example, which is public. */
const EXAMPLE_SECRET = 'replace-me-with-at-least-32-random-characters'

/** Why SESSION_SECRET protects nothing; null for a strong one. */
export function weakSecret(secret: string | undefined): string | null {
  if (!secret) return 'SESSION_SECRET is not set'
  if (secret === EXAMPLE_SECRET) return 'SESSION_SECRET is the example value'
  return secret.length < SECRET_LENGTH_MIN ? `SESSION_SECRET is shorter than ${SECRET_LENGTH_MIN} characters` : null
}

export const namesOfList = (text: string | undefined): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Settings that are unsafe with real money: the Worker of a live site refuses all requests with one of them. */
export function unsafeSettings(values: Settings['values']): readonly string[] {
  return [
    // A cheaper hash makes stolen password hashes easier to guess.
    ...(values['PASSWORD_COST'] ? ['PASSWORD_COST is set'] : []),
    // Simulated prices can be predicted by anyone who knows the installation's seed.
    ...(namesOfList(values['QUOTES_SOURCE']).includes('simulator') ? ['QUOTES_SOURCE is "simulator"'] : []),
    // Play money must not become withdrawable.
    ...(values['DEMO_MODE'] === 'on' && values['CHAIN_SOURCE'] === 'rpc'
      ? ['DEMO_MODE is "on" while CHAIN_SOURCE is "rpc"']
      : []),
    // Embedded providers report payments without real payment.
    ...['CARD_SOURCE', 'RAMP_SOURCE'].flatMap((name) => (values[name] === 'embedded' ? [`${name} is "embedded"`] : [])),
  ]
}

interface Need {
  readonly names: readonly string[]
  readonly state: 'note' | 'bad'
  readonly why: string
  readonly todo: string
  readonly isNeeded?: (values: Settings['values']) => boolean
}

const put = (name: string, how = ''): string => `${how}wrangler secret put ${name} --env production`
const random = (name: string): string => put(name, 'openssl rand -hex 32 | ')

const NEEDS: readonly Need[] = [
  {
    names: ['SESSION_SECRET'],
    state: 'bad',
    why: 'sessions cannot be signed',
    todo: random('SESSION_SECRET'),
  },
  {
    names: ['BACKUP_TOKEN'],
    state: 'bad',
    why: 'no backup can be made, and the doctor cannot ask the site',
    todo: random('BACKUP_TOKEN'),
  },
  {
    names: ['LOG_KEY'],
    state: 'bad',
    why: 'no price and no settlement is logged, so no receipt can be proven',
    todo: put('LOG_KEY', 'node scripts/log-key.mjs your.site/log, then '),
  },
  {
    names: ['MAIL_TOKEN', 'MAIL_FROM'],
    state: 'bad',
    why: 'no mail leaves, so nobody can register or get in',
    todo: `${put('MAIL_TOKEN')}; MAIL_FROM goes into [env.production.vars] of wrangler.toml`,
  },
  {
    names: ['SMS_TOKEN', 'SMS_FROM'],
    state: 'note',
    why: 'no text message leaves, so nobody can register by telephone',
    todo: `${put('SMS_TOKEN')}; SMS_FROM goes into [env.production.vars] of wrangler.toml`,
  },
  {
    names: ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'],
    state: 'note',
    why: 'nothing is pushed to browsers',
    todo: 'node scripts/vapid-keys.mjs',
  },
  {
    names: ['FINNHUB_TOKEN'],
    state: 'bad',
    why: 'QUOTES_SOURCE names finnhub, which answers nobody without it',
    todo: put('FINNHUB_TOKEN'),
    isNeeded: ({ QUOTES_SOURCE }) => namesOfList(QUOTES_SOURCE).includes('finnhub'),
  },
  {
    names: ['CHAIN_NODES', 'DEPOSIT_KEYS'],
    state: 'note',
    why: 'without nodes and keys deposits are told by their senders and reviewed by hand',
    todo: `${put('CHAIN_NODES')}, and the same for DEPOSIT_KEYS`,
    isNeeded: ({ CHAIN_SOURCE }) => CHAIN_SOURCE === 'rpc',
  },
  {
    names: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
    state: 'bad',
    why: 'CARD_SOURCE is "stripe", so cards fail',
    todo: `${put('STRIPE_SECRET_KEY')}, and the same for STRIPE_WEBHOOK_SECRET; or CARD_SOURCE = "off"`,
    isNeeded: ({ CARD_SOURCE }) => CARD_SOURCE === 'stripe',
  },
  {
    names: ['RAMP_URL', 'RAMP_KEY', 'RAMP_SECRET', 'RAMP_WEBHOOK_SECRET', 'RAMP_WALLET'],
    state: 'bad',
    why: 'RAMP_SOURCE is "signed", so purchases fail',
    todo: `${put('RAMP_SECRET')}, and so on; or RAMP_SOURCE = "off"`,
    isNeeded: ({ RAMP_SOURCE }) => RAMP_SOURCE === 'signed',
  },
]

/** Findings about the variables and secrets of a live site. */
export function judgeSettings({ values, secrets }: Settings): readonly Finding[] {
  const isSet = (name: string): boolean => secrets.has(name) || Boolean(values[name])
  const secret = values['SESSION_SECRET']
  const weak = secret ? [weakSecret(secret) ?? []].flat() : []
  const lacking = NEEDS.flatMap(({ names, state, why, todo, isNeeded }): Finding[] => {
    const missing = names.filter((name) => !isSet(name))
    if (missing.length === 0 || isNeeded?.(values) === false) return []
    return [{ part: 'secrets', state, says: `Not set: ${missing.join(', ')}: ${why}.`, todo }]
  })
  return [
    ...(weak.length > 0 || lacking.some(({ state }) => state === 'bad')
      ? []
      : [good('secrets', 'All secrets that the settings need are set.')]),
    ...lacking,
    ...weak.map((says) => bad('secrets', `${says}: sessions can be forged.`, random('SESSION_SECRET'))),
    ...(isSet('METRICS_TOKEN') || isSet('OPERATOR_HOOKS')
      ? []
      : [
          bad(
            'alerts',
            'Nobody is told of an alarm: METRICS_TOKEN and OPERATOR_HOOKS are both missing.',
            put('OPERATOR_HOOKS'),
          ),
        ]),
    ...judgeVariables(values),
  ]
}

function judgeVariables(values: Settings['values']): readonly Finding[] {
  const vars = (name: string, value: string): string => `${name} = "${value}" in [env.production.vars] of wrangler.toml`
  const { SITE_URL = '', QUOTES_SOURCE } = values
  const faults = [
    ...(values['ENVIRONMENT'] === 'production'
      ? []
      : [
          bad(
            'settings',
            `ENVIRONMENT is "${values['ENVIRONMENT'] ?? ''}": codes would be shown to everybody.`,
            vars('ENVIRONMENT', 'production'),
          ),
        ]),
    ...unsafeSettings(values).map((says) =>
      bad(
        'settings',
        `${says}: unsafe with real money, and the site answers nobody.`,
        'Change it in [env.production.vars] of wrangler.toml',
      ),
    ),
    ...(values['DEMO_MODE'] === 'off'
      ? []
      : [bad('settings', 'DEMO_MODE is not "off": newcomers get play money.', vars('DEMO_MODE', 'off'))]),
    ...(isPublicSite(SITE_URL)
      ? []
      : [
          bad(
            'settings',
            `SITE_URL is "${SITE_URL}": mails cannot link to the site.`,
            vars('SITE_URL', 'https://your.site'),
          ),
        ]),
    ...(values['MAIL_SENDER'] === 'http'
      ? []
      : [bad('settings', 'MAIL_SENDER is not "http": no mail leaves.', vars('MAIL_SENDER', 'http'))]),
    ...(namesOfList(QUOTES_SOURCE).length > 0
      ? []
      : [bad('settings', 'QUOTES_SOURCE names no source of prices.', vars('QUOTES_SOURCE', 'binance,kraken'))]),
  ]
  const notes = [
    ...(namesOfList(QUOTES_SOURCE).length === 1
      ? [
          note(
            'settings',
            'QUOTES_SOURCE has one source: nothing checks what it says.',
            vars('QUOTES_SOURCE', 'binance,kraken'),
          ),
        ]
      : []),
    ...(values['CHAIN_SOURCE'] === 'rpc'
      ? []
      : [
          note(
            'settings',
            'CHAIN_SOURCE is not "rpc": no chain is read, deposits are told by their senders.',
            vars('CHAIN_SOURCE', 'rpc'),
          ),
        ]),
  ]
  return faults.length > 0
    ? [...faults, ...notes]
    : [good('settings', 'The variables are those of a live site.'), ...notes]
}

function isPublicSite(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' && hostname !== 'localhost' && !/^127\.|^\[|\.example$|^your\.site$/.test(hostname)
}
