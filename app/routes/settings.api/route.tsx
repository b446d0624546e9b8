// API keys page: list with last uses, a new key, removal.

import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { decodeAmount, formatTrimmed } from '#domain/money/amount'
import { Badge } from '../../components/badge'
import { Button, ButtonLink } from '../../components/button'
import { CopyButton } from '../../components/copy-button'
import { Dotted } from '../../components/dotted'
import { Empty } from '../../components/empty'
import { Problem } from '../../components/field'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import { Pane } from '../../components/pane'
import { useSecurityForm } from '../../forms/use-security-form'
import type { action, loader } from './data.server'
import { NewKey } from './new-key'
import { EndedRequests, WaitingRequests } from './requests'
import { Usage } from './usage'

export { action, loader } from './data.server'
export { askSecurity as clientAction } from '../../forms/ask'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
export { pageTitle as meta } from '../../text/title'

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>
type Key = Loaded['keys'][number]

export default function ApiKeys() {
  const { t } = useTranslation('keys')
  const { keys, acts, requests, removing } = useLoaderData<typeof loader>()
  const waiting = requests.filter(({ state }) => state === 'waiting')
  const ended = requests.filter(({ state }) => state !== 'waiting')
  const made = useActionData<typeof action>()?.made
  const wanted = keys.find(({ id }) => id === removing)
  return (
    <Pane title={t('title')} text={t('text')} backTo="/settings">
      {made ? (
        <MadeKey id={made.id} secret={made.secret} />
      ) : wanted ? (
        <RemoveKey apiKey={wanted} />
      ) : (
        <>
          {waiting.length > 0 && <WaitingRequests requests={waiting} />}
          {keys.length === 0 ? (
            <Empty icon="lock">{t('empty')}</Empty>
          ) : (
            <ul className="panel divide-y divide-line">
              {keys.map((key) => (
                <KeyRow key={key.id} apiKey={key} />
              ))}
            </ul>
          )}
          {ended.length > 0 && <EndedRequests requests={ended} />}
          {acts.length > 0 && <Acts acts={acts} />}
          <NewKey />
          <p className="text-xs text-muted">{t('all_end')}</p>
        </>
      )}
    </Pane>
  )
}

function MadeKey({ id, secret }: { id: string; secret: string | null }) {
  const { t } = useTranslation('keys')
  return (
    <section className="panel grid gap-4 p-4" aria-live="polite">
      <h2 className="font-semibold">{t('made')}</h2>
      {secret !== null && <Notice tone="plain">{t('made_secret')}</Notice>}
      <dl className="grid gap-3">
        <Copied label={t('id')} text={id} />
        {secret !== null && <Copied label={t('secret')} text={secret} />}
      </dl>
      <ButtonLink to="/settings/api" variant="brand">
        {t('kept')}
      </ButtonLink>
    </section>
  )
}

const Copied = ({ label, text }: { label: string; text: string }) => (
  <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
    <dt className="col-span-2 text-sm text-muted">{label}</dt>
    <dd className="font-mono text-sm break-all">{text}</dd>
    <dd>
      <CopyButton text={text} label={label} />
    </dd>
  </div>
)

function KeyRow({ apiKey }: { apiKey: Key }) {
  const { t } = useTranslation('keys')
  const { t: tSecurity } = useTranslation('security')
  const { id, name, kind, scopes, addresses, createdAt, expiresAt, isExpired, lastUsedAt, lastAddress, limits, days } =
    apiKey
  return (
    <li className="grid gap-1.5 p-4">
      <div className="flex items-center gap-2">
        <h3 className="min-w-0 flex-1 font-semibold wrap-anywhere">{name}</h3>
        {isExpired && <Badge tone="bad">{t('expired')}</Badge>}
        <ButtonLink to={`?${new URLSearchParams({ remove: id }).toString()}`} variant="remove">
          {tSecurity('remove')}
        </ButtonLink>
      </div>
      <p className="font-mono text-xs break-all text-muted">{id}</p>
      <p className="text-sm">
        <Dotted>
          {kind === 'agent' ? t('kind_agent') : kind === 'hmac' ? 'HMAC-SHA-256' : 'Ed25519'}
          {scopes.map((scope) => t(`scope_${scope}`)).join(' · ')}
          {limits && t('agent_limits', { order: usdt(limits.orderMax), day: usdt(limits.dayMax) })}
          {limits?.lossMax !== undefined && t('loses_at_most', { amount: usdt(limits.lossMax) })}
          {limits?.askAbove !== undefined &&
            (limits.askAbove === '0' ? t('ask_always') : t('asks_above', { amount: usdt(limits.askAbove) }))}
          <span className="break-all">{addresses.length > 0 ? addresses.join(', ') : t('any_address')}</span>
        </Dotted>
      </p>
      <p className="text-xs text-muted">
        <Dotted>
          <>
            {t('created')} <Moment at={createdAt} />
          </>
          <>
            {t('expires')} <Moment at={expiresAt} />
          </>
          {lastUsedAt === null ? (
            t('unused')
          ) : (
            <>
              {t('used')} <Moment at={lastUsedAt} /> {lastAddress}
            </>
          )}
        </Dotted>
      </p>
      {days.length > 0 && <Usage name={name} days={days} />}
    </li>
  )
}

/** An amount in USDT's smallest unit. */
const usdt = (amount: string): string => formatTrimmed({ scale: 6 }, decodeAmount(amount))

const ACTS = {
  place_spot_orders: 'act_place_spot_orders',
  cancel_spot_order: 'act_cancel_spot_order',
  cancel_spot_orders: 'act_cancel_spot_orders',
  approve_agent_order: 'act_approve_agent_order',
  refuse_agent_order: 'act_refuse_agent_order',
} as const

function Acts({ acts }: { acts: Loaded['acts'] }) {
  const { t } = useTranslation('keys')
  return (
    <section className="panel p-4">
      <h2 className="mb-2 font-semibold">{t('acts')}</h2>
      <ul className="divide-y divide-line text-sm">
        {acts.map(({ at, name, command, value, isOpen, refusal }, index) => (
          <li key={`${at}-${index}`} className="grid gap-0.5 py-2">
            <Dotted>
              <span className="font-medium wrap-anywhere">{name}</span>
              {Object.hasOwn(ACTS, command) ? t(ACTS[command as keyof typeof ACTS]) : command}
              {value !== '0' && `${usdt(value)}\u00a0USDT`}
              <Moment at={at} />
            </Dotted>
            <p className="text-xs text-muted">{refusal || t(isOpen ? 'act_open' : 'act_done')}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function RemoveKey({ apiKey: { id, name } }: { apiKey: Key }) {
  const { t } = useTranslation('keys')
  const { t: tSecurity } = useTranslation('security')
  const { problemOf, sending } = useSecurityForm()
  return (
    <Form method="post" className="panel grid gap-4 p-4">
      <h2 className="font-semibold">{t('remove', { name })}</h2>
      <p className="text-sm text-muted">{t('remove_text')}</p>
      <input type="hidden" name="id" value={id} />
      <Problem text={problemOf('form')} />
      <div className="grid grid-cols-2 gap-2">
        <ButtonLink to="/settings/api">{tSecurity('keep')}</ButtonLink>
        <Button name="intent" value="remove" variant="danger" isBusy={sending === 'remove'}>
          {tSecurity('remove')}
        </Button>
      </div>
    </Form>
  )
}
