// The doctor: every part that a live site needs, asked once, each with what to do. A development site lacks some of them by right.

import { listRinging } from '#db/platform/alarm'
import { ADMINS_AT_WORK } from '#db/platform/first-admin'
import { measureDirectory, readReadings } from '#db/platform/operating'
import { findSweep } from '#db/platform/sweep-run'
import { logError } from '#lib/log-line'
import { isClosedForRestore } from '../backup/site'
import { ABOUT, ALARMS } from '#domain/operating/alarms'
import { type Finding, bad, good, judgeSettings, note } from '#domain/operating/setup'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time'
import { siteName } from '../brand'
import { loadCatalogue } from '../catalogue'
import { configuredNetworks } from '../chains/networks'
import { examineChains as chains } from '../chains/examine'
import { logHead } from '../log'
import { guardedMarkets } from '../market'
import { sendMessage } from '../outbox'
import { feedHealth, listQuotes } from '../quotes'
import { examineScreening as screening } from '../screening/examine'
import { readHooks, tryHook } from './hooks'
import { inTime } from './in-time'

const CALL_TIMEOUT_MS = 15 * SECOND_MS
const SKEW_MAX_MS = 5 * SECOND_MS
const SWEEP_LATE_MS = 3 * MINUTE_MS
/** As the alarm BackupOld. */
const BACKUP_OLD_MS = 26 * HOUR_MS

interface Asked {
  /** Where a trial mail goes; null for none. */
  readonly mail: string | null
  readonly now: number
}

export interface Examination {
  /** The site's clock. */
  readonly at: number
  readonly environment: string
  readonly findings: readonly Finding[]
}

type Part = (env: Env, input: Asked) => Promise<readonly Finding[]> | readonly Finding[]

const settings: Part = (env) => {
  const values = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )
  const networks = configuredNetworks(env)
  return [
    ...(env.ENVIRONMENT === 'production'
      ? judgeSettings({ values, secrets: new Set() })
      : [
          note(
            'settings',
            `The site runs as "${env.ENVIRONMENT}": settings and secrets of a live site are not asked.`,
            'npm run doctor -- --deployment examines those of wrangler.toml',
          ),
        ]),
    ...(env.OPERATOR_HOOKS && readHooks(env).length === 0
      ? [
          bad(
            'alerts',
            'OPERATOR_HOOKS cannot be read.',
            'docs/operate.md has its form; wrangler secret put OPERATOR_HOOKS --env production',
          ),
        ]
      : []),
    ...(['CHAIN_NODES', 'DEPOSIT_KEYS', 'PAYOUT_SOURCES', 'PAYOUT_BANK', 'EXPLORERS'] as const).flatMap((name) =>
      env[name] && networks[name] === null
        ? [
            bad(
              'secrets',
              `${name} cannot be read.`,
              `.dev.vars.example has its form; wrangler secret put ${name} --env production`,
            ),
          ]
        : [],
    ),
  ]
}

const bindings: Part = async (env) => {
  const ask = async (name: string, work: () => Promise<unknown>, todo: string): Promise<Finding[]> => {
    try {
      await inTime(work(), CALL_TIMEOUT_MS)
      return []
    } catch (failure) {
      logError(`doctor: ${name}`, failure)
      return [bad('bindings', `${name} does not answer: ${reasonOf(failure)}`, todo)]
    }
  }
  const table = 'The binding of wrangler.toml; then npm run deploy, which also makes the tables'
  const { pairs } = await loadCatalogue(env).catch(() => ({ pairs: null }))
  const faults = await Promise.all([
    ask('DB', () => measureDirectory(env.DB), table),
    ask('UPLOADS', () => env.UPLOADS.list({ limit: 1 }), 'wrangler r2 bucket create cm-uploads; then npm run deploy'),
    ask('Quotes', () => listQuotes(env), table),
    ask('Market', () => guardedMarkets(env), table),
    ...(env.LOG_KEY
      ? [
          ask(
            'Log',
            () => logHead(env),
            'LOG_KEY as node scripts/log-key.mjs prints it: wrangler secret put LOG_KEY --env production',
          ),
        ]
      : []),
  ])
  const all = [
    ...faults.flat(),
    ...(pairs === null
      ? [bad('bindings', 'The tables of the directory cannot be read.', 'npm run deploy makes them')]
      : pairs.length === 0
        ? [bad('bindings', 'The directory has no pair: it was never filled.', 'npm run deploy fills it')]
        : []),
  ]
  return all.length > 0 ? all : [good('bindings', 'Directory, uploads and rooms answer.')]
}

const feeds: Part = async (env) => {
  const todo = 'Look at /admin/feeds; if it stays silent take it out of QUOTES_SOURCE (runbook: A feed is down)'
  const [health, quotes] = await Promise.all([feedHealth(env), listQuotes(env)])
  const sources = [...new Set(health.map(({ source }) => source))]
  const silent = sources.filter((source) =>
    health.filter((row) => row.source === source).every(({ isConnected, isStale }) => !isConnected || isStale),
  )
  const fresh = quotes.filter(({ isStale }) => !isStale).length
  return [
    ...silent.map((source) => {
      const error = health.find((row) => row.source === source && row.error !== null)?.error
      return bad('feeds', `${source} is silent${error ? `: ${error}` : ''}.`, todo)
    }),
    fresh > 0
      ? good('feeds', `${fresh} of ${quotes.length} prices are fresh.`)
      : bad('feeds', 'No price is fresh.', todo),
  ]
}

const mail: Part = async (env, { mail: target, now }) => {
  if (target === null)
    return [note('mail', 'No mail was tried.', 'npm run doctor -- --mail you@your.site, with the same --url')]
  const site = await siteName(env)
  const message = {
    channel: 'mail',
    target,
    subject: `${site}: trial`,
    body: 'The doctor sent this. Mail leaves the site.',
  } as const
  const sent = await sendMessage(env, message, now)
  const todo = 'MAIL_TOKEN, MAIL_FROM and MAIL_URL; the reason stands at /admin (runbook: Messages are refused)'
  return [
    sent.ok
      ? good('mail', `A trial went to ${target}: see that it arrived.`)
      : bad('mail', 'The trial mail was refused.', todo),
  ]
}

const clocks: Part = async (env) => {
  const askedAt = Date.now()
  const [{ clock }, sweep] = await Promise.all([measureDirectory(env.DB), findSweep(env.DB)])
  const skew = Math.max(askedAt - clock, clock - Date.now(), 0)
  const isLate = !sweep || askedAt - sweep.at > SWEEP_LATE_MS
  const todo = 'The cron of wrangler.toml, and `wrangler tail` (runbook: The sweep stands still)'
  return [
    skew > SKEW_MAX_MS
      ? bad(
          'clocks',
          `The clocks of Worker and directory differ by ${Math.round(skew / SECOND_MS)} s.`,
          'Stop trading and tell the platform',
        )
      : good('clocks', 'Worker and directory have one time.'),
    isLate
      ? bad(
          'clocks',
          `The sweep of every minute ${sweep ? `ran last at ${new Date(sweep.at).toISOString()}` : 'never ran'}.`,
          todo,
        )
      : sweep.failed > 0
        ? bad('clocks', `${sweep.failed} parts of the last sweep failed.`, todo)
        : good('clocks', 'The sweep runs every minute.'),
  ]
}

const admins: Part = async (env) => {
  const { results } = await env.DB.prepare(ADMINS_AT_WORK).all()
  const todo =
    'npm run admin:first -- you@your.site --remote --env production --url https://your.site, then open the link it prints'
  return [
    results.length >= 2
      ? good('admins', 'Two admins are at work.')
      : bad(
          'admins',
          `${results.length} of two admins are at work: nothing that two must decide can be decided.`,
          todo,
        ),
  ]
}

const backup: Part = async (env, { now }) => {
  const { backupAt } = await readReadings(env.DB)
  const todo = 'npm run backup -- site.cmbackup --url https://your.site --key-file backup.key, every day'
  if (backupAt === null) return [bad('backup', 'No backup was ever made.', todo)]
  const at = new Date(backupAt).toISOString()
  return [
    now - backupAt > BACKUP_OLD_MS
      ? bad('backup', `The last backup is of ${at}.`, todo)
      : good('backup', `A backup is of ${at}.`),
  ]
}

const alerts: Part = async (env, { now }) => {
  const [site, ringing] = await Promise.all([siteName(env), listRinging(env.DB)])
  const tried = await Promise.all(
    readHooks(env).map(async (hook) => ({ host: new URL(hook.url).host, reason: await tryHook(hook, { site, now }) })),
  )
  return [
    ...tried.map(({ host, reason }) =>
      reason === null
        ? good('alerts', `The webhook at ${host} took a trial.`)
        : bad('alerts', `The webhook at ${host} ${reason}.`, 'Its address and secret in OPERATOR_HOOKS'),
    ),
    ...(env.METRICS_TOKEN ? [good('alerts', '/metrics is open to who has METRICS_TOKEN.')] : []),
    ...ringing
      // The part "backup" says so already.
      .filter(({ alarm }) => alarm !== 'BackupOld')
      .map(({ alarm, labels }) => {
        const { urgency, about } = ALARMS[alarm]
        const where = Object.values(labels).join(', ')
        const name = where === '' ? alarm : `${alarm} (${where})`
        const todo = `${ABOUT[about].page}; runbook: ${ABOUT[about].runbook}`
        return (urgency === 'now' ? bad : note)('alerts', `The alarm ${name} rings.`, todo)
      }),
  ]
}

export const SITE_PARTS = {
  settings,
  bindings,
  feeds,
  chains,
  mail,
  clocks,
  admins,
  backup,
  screening,
  alerts,
} satisfies Record<string, Part>

/** What only a site with other people's money must have; a development site lacks it by right. */
const LIVE_ONLY = ['chains', 'admins', 'backup', 'clocks']

/** Of a half-filled site the parts would name its gaps. */
const UNRESTORED = bad(
  'backup',
  'A restore is under way or was broken off: the site is closed until it has ended.',
  'If no command restores it now, the same npm run restore once more begins it anew (runbook: Restore)',
)

export async function examine(env: Env, input: Asked): Promise<Examination> {
  if (await isClosedForRestore(env, input.now))
    return { at: Date.now(), environment: env.ENVIRONMENT, findings: [UNRESTORED] }
  const isLive = env.ENVIRONMENT === 'production'
  const found = await Promise.all(
    Object.entries<Part>(SITE_PARTS).map(async ([name, part]): Promise<readonly Finding[]> => {
      try {
        return await inTime(Promise.resolve(part(env, input)), CALL_TIMEOUT_MS)
      } catch (failure) {
        logError(`doctor: ${name}`, failure)
        return [
          bad(
            name,
            `It cannot be examined: ${reasonOf(failure)}`,
            '`wrangler tail --env production` names the failure',
          ),
        ]
      }
    }),
  )
  const findings = found
    .flat()
    .map((finding) =>
      finding.state === 'bad' && !isLive && LIVE_ONLY.includes(finding.part)
        ? { ...finding, state: 'note' as const }
        : finding,
    )
  return { at: Date.now(), environment: env.ENVIRONMENT, findings }
}

const reasonOf = (failure: unknown): string =>
  (failure instanceof Error ? failure.message : String(failure)).slice(0, 200)
