// Orders that agents ask for: those that wait, with two buttons each, and how the newest others ended.

import { Form, type useLoaderData, useActionData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../components/badge'
import { Button } from '../../components/button'
import { Dotted } from '../../components/dotted'
import { Problem } from '../../components/field'
import { FigureList } from '../../components/figure-list'
import { Moment } from '../../components/moment'
import { useSecurityForm } from '../../forms/use-security-form'
import type { action, loader } from './data.server'

type Request = ReturnType<typeof useLoaderData<typeof loader>>['requests'][number]

export function WaitingRequests({ requests }: { requests: readonly Request[] }) {
  const { t } = useTranslation('keys')
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold">{t('waiting')}</h2>
      {requests.map((request) => (
        <WaitingRequest key={request.id} request={request} />
      ))}
    </section>
  )
}

function WaitingRequest({ request }: { request: Request }) {
  const { t } = useTranslation('keys')
  const answered = useActionData<typeof action>()?.request
  const { problemOf, sending } = useSecurityForm()
  const { id, name, side, pair, expiresAt } = request
  return (
    <Form method="post" className="panel grid gap-3 p-4">
      <input type="hidden" name="request_id" value={id} />
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={side === 'buy' ? 'up' : 'down'}>{t(`side_${side}`)}</Badge>
        <h3 className="min-w-0 flex-1 font-semibold">{pair}</h3>
        <span className="text-sm text-muted wrap-anywhere">{name}</span>
      </div>
      <FigureList className="text-sm" rows={useFigures(request)} />
      <p className="text-xs text-muted">
        {t('waiting_until')} <Moment at={expiresAt} />
      </p>
      <Problem text={answered === String(id) ? problemOf('form') : undefined} />
      <div className="grid grid-cols-2 gap-2">
        <Button name="intent" value="refuse" isBusy={sending === 'refuse'}>
          {t('agent_decline')}
        </Button>
        <Button name="intent" value="approve" variant="brand" isBusy={sending === 'approve'}>
          {t('approve')}
        </Button>
      </div>
    </Form>
  )
}

function useFigures({ kind, price, quantity, total, value, timeInForce, isPostOnly }: Request) {
  const { t } = useTranslation('keys')
  return [
    { key: 'kind', label: t('order_kind'), value: t(`order_${kind}`) },
    ...(quantity ? [{ key: 'quantity', label: t('order_quantity'), value: quantity }] : []),
    { key: 'price', label: t(kind === 'limit' ? 'order_price' : 'order_worst'), value: price },
    { key: 'total', label: t('order_total'), value: total, isStrong: true },
    { key: 'life', label: t('order_life'), value: t(isPostOnly ? 'order_post_only' : `order_${timeInForce}`) },
    { key: 'value', label: t('order_value'), value },
  ]
}

export function EndedRequests({ requests }: { requests: readonly Request[] }) {
  const { t } = useTranslation('keys')
  return (
    <section className="panel p-4">
      <h2 className="mb-2 font-semibold">{t('answered')}</h2>
      <ul className="divide-y divide-line text-sm">
        {requests.map(({ id, name, at, side, pair, quantity, total, price, state, orderNo }) => (
          <li key={id} className="grid gap-0.5 py-2">
            <Dotted>
              <span className="font-medium wrap-anywhere">{name}</span>
              {`${t(`side_${side}`)} ${pair}`}
              {quantity || total}
              {price}
              <Moment at={at} />
            </Dotted>
            <p className="text-xs text-muted">
              {t(`request_${state}`)}
              {orderNo !== null && ` · ${t('order_no', { order: orderNo })}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
