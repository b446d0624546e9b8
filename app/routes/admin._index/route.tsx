// Desk overview page.

import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time'
import { Bars } from '../../admin/bars'
import { DeskForm, DeskPage, Facts, Panel } from '../../admin/page'
import { Badge } from '../../components/badge'
import { Icon } from '../../components/icon'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import { useSite } from '../../site/site'
import { useColon } from '../../text/colon'
import { dateWords, instantWords } from '../../text/dates'
import { useNumbers } from '../../text/numbers'
import type { action, loader } from './data.server'
import { Today } from './today'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Overview() {
  const { t } = useTranslation('desk')
  const withColon = useColon()
  const numbers = useNumbers()
  const { title, done, newUsers } = useLoaderData<typeof loader>()
  const { language } = useSite()
  const dayOf = (bar: { at: number } | undefined) => (bar ? dateWords(bar.at, { offset: 0, language }) : '')
  return (
    <DeskPage title={title} text={t('overview_text')} done={done}>
      <Queues />
      <Today />
      <Panel title={t('new_users')}>
        <div className="p-4">
          <Bars
            label={t('new_users')}
            axes={{
              highest: numbers.count(Math.max(1, ...newUsers.map(({ total }) => total))),
              from: dayOf(newUsers.at(0)),
              until: dayOf(newUsers.at(-1)),
            }}
            bars={newUsers.map(({ at, total }) => ({
              key: String(at),
              words: `${withColon(dayOf({ at }))}${numbers.count(total)}`,
              value: total,
            }))}
          />
        </div>
      </Panel>
      <Jobs />
      <Failures />
      <Chains />
    </DeskPage>
  )
}

/** Those with waiting reviews, longest waiting first; the empty ones are folded. */
function Queues() {
  const { t } = useTranslation('desk')
  const numbers = useNumbers()
  const { queues, now } = useLoaderData<typeof loader>()
  const age = useAge()
  const empty = queues.filter(({ undecided }) => undecided === 0)
  return (
    <div className="mb-4 grid gap-3 px-4 lg:px-0">
      <div className="grid grid-cols-2 gap-3 empty:hidden lg:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]">
        {queues
          .filter(({ undecided }) => undecided > 0)
          .map(({ kind, undecided, inHand, oldestAt }) => (
            <Link key={kind} to={`/admin/queue/${kind}`} className="panel flex flex-col p-4 hover:bg-raised">
              <p className="text-sm text-muted">{t(`kind_${kind}`)}</p>
              <p className="mt-auto text-3xl font-bold tabular-nums">{numbers.count(undecided)}</p>
              <p className="text-xs text-muted">{t('in_hand', { replace: { count: numbers.count(inHand) } })}</p>
              {oldestAt !== null && (
                <p className="text-xs text-muted">{t('oldest', { age: age(Math.max(0, now - oldestAt)) })}</p>
              )}
            </Link>
          ))}
      </div>
      {empty.length > 0 && (
        <details className="group panel px-4">
          <summary className="flex min-h-11 cursor-pointer items-center text-sm text-muted">
            {t('empty_queues', { number: numbers.count(empty.length) })}
            <Icon name="down" className="ml-auto size-4 shrink-0 text-muted transition group-open:rotate-180" />
          </summary>
          <ul className="flex flex-wrap gap-x-5 pb-3 text-sm">
            {empty.map(({ kind }) => (
              <li key={kind}>
                <Link to={`/admin/queue/${kind}`} className="inline-block py-2 text-selected-text hover:underline">
                  {t(`kind_${kind}`)}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function useAge(): (passedMs: number) => string {
  const { t } = useTranslation('desk')
  const numbers = useNumbers()
  return (passedMs) => {
    const passed = (unitMs: number) => numbers.count(Math.floor(passedMs / unitMs))
    if (passedMs < MINUTE_MS) return t('seconds_old', { seconds: passed(SECOND_MS) })
    if (passedMs < 2 * HOUR_MS) return t('minutes_old', { minutes: passed(MINUTE_MS) })
    return t('hours_old', { hours: passed(HOUR_MS) })
  }
}

function Jobs() {
  const { t } = useTranslation('desk')
  const numbers = useNumbers()
  const { unresolved, backlog, sweep, feeds, now } = useLoaderData<typeof loader>()
  const age = useAge()
  const lag = (total: number, oldestAt: number | null) => (
    <Badge tone={total > 0 && (oldestAt === null || now - oldestAt > LATE_MS) ? 'bad' : 'good'}>
      {numbers.count(total)}
      {oldestAt !== null && ` · ${age(now - oldestAt)}`}
    </Badge>
  )
  return (
    <Panel title={t('jobs')}>
      <Facts
        rows={[
          [
            t('job_sweep'),
            <Badge key="sweep" tone={sweep && now - sweep.at <= LATE_MS && sweep.failed === 0 ? 'good' : 'bad'}>
              {sweep
                ? [
                    t('seconds_ago', { seconds: numbers.count(Math.round((now - sweep.at) / 1000)) }),
                    ...(sweep.failed > 0 ? [t('job_sweep_failed', { failed: numbers.count(sweep.failed) })] : []),
                  ].join(' · ')
                : '—'}
            </Badge>,
          ],
          [t('job_reviews'), lag(unresolved.total, unresolved.oldestAt)],
          [t('job_freezes'), lag(backlog.freezes, null)],
          [t('job_sessions'), lag(backlog.sessionEnds, null)],
          [t('job_grants'), lag(backlog.grants, null)],
          [t('job_claims'), lag(backlog.claims.total, backlog.claims.oldestAt)],
          [t('job_messages'), lag(backlog.marketMessages, null)],
          [t('job_notices'), lag(backlog.notices.total, backlog.notices.oldestAt)],
          [t('job_requests'), lag(backlog.requests.total, backlog.requests.oldestAt)],
          [
            t('feeds'),
            <Link key="feeds" to={feeds.path} className="text-selected-text">
              <Badge tone={feeds.bad > 0 ? 'bad' : 'good'}>
                {t('feeds_bad', { bad: numbers.count(feeds.bad), total: numbers.count(feeds.total) })}
              </Badge>
            </Link>,
          ],
        ]}
      />
    </Panel>
  )
}

function Failures() {
  const { t } = useTranslation('desk')
  const numbers = useNumbers()
  const { failures } = useLoaderData<typeof loader>()
  if (failures.length === 0) return null
  return (
    <Panel title={t('failures')}>
      <Facts
        rows={failures.map(({ way, total, newestAt, reason }) => [
          <span key={way}>
            {t(`way_${way}`)} <Badge tone="bad">{numbers.count(total)}</Badge>
          </span>,
          <span key="newest">
            <Moment at={newestAt} /> · <span translate="no">{reason}</span>
          </span>,
        ])}
      />
    </Panel>
  )
}

function Chains() {
  const { t } = useTranslation('desk')
  const { chains, now } = useLoaderData<typeof loader>()
  if (chains.length === 0) return null
  return (
    <Panel title={t('chains')}>
      <Facts
        rows={chains.map((chain) => [
          chain.network,
          <span key={chain.network} className="inline-flex flex-wrap items-baseline justify-end gap-2">
            <span className="break-all tabular-nums">{chain.position ?? '—'}</span>
            <Badge
              tone={chain.readAt === null || isStopped(chain, now) || now - chain.readAt > LATE_MS ? 'bad' : 'good'}
            >
              {chain.readAt === null ? t('chain_never') : <Moment at={chain.readAt} />}
            </Badge>
          </span>,
        ])}
      />
      {chains
        .filter((chain) => isStopped(chain, now))
        .map((chain) => (
          <ChainStopped key={chain.network} chain={chain} />
        ))}
    </Panel>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

/** A lagging node among several can be a block behind for a moment, so a short delay is no failure. */
const isStopped = ({ behindSince }: Loaded['chains'][number], now: number): boolean =>
  behindSince !== null && now - behindSince > LATE_MS

/**
 * Notice of a stopped block scanner: the node lacks a block already scanned or the next one. Staff with permission can
 * restart the scan.
 */
function ChainStopped({ chain }: { chain: Loaded['chains'][number] }) {
  const { t } = useTranslation('desk')
  const { mayRestart, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { network, position, gapTo } = chain
  const words = useStopWords(chain)
  return (
    <div className="grid gap-3 border-t border-line p-4">
      <Notice tone="bad">{words}</Notice>
      {mayRestart && position !== null && (
        <>
          <p className="text-sm text-muted">{t(gapTo === null ? 'chain_restart_text' : 'chain_gap_text')}</p>
          <DeskForm
            commandId={`${commandId}:${network}`}
            step={`restart:${network}`}
            answer={answer}
            submit={t(gapTo === null ? 'chain_restart' : 'chain_gap_restart')}
            variant="danger"
          >
            <input type="hidden" name="network" value={network} />
            <input type="hidden" name="position" value={position} />
          </DeskForm>
        </>
      )}
    </div>
  )
}

function useStopWords({ network, behindSince, behindBy, gapFrom, gapTo }: Loaded['chains'][number]): string {
  const { t } = useTranslation('desk')
  const numbers = useNumbers()
  const site = useSite()
  const facts = { network, time: behindSince === null ? '' : instantWords(behindSince, site) }
  if (gapFrom !== null && gapTo !== null) return t('chain_gap', { ...facts, from: String(gapFrom), to: String(gapTo) })
  if (behindBy === null) return t('chain_behind', facts)
  return t('chain_behind_by', { ...facts, blocks: numbers.count(behindBy) })
}

/** Work pending for longer than two sweeps counts as late. */
const LATE_MS = 2 * MINUTE_MS
