// Follow page: copy ratio or fixed lots with limits; a preview above the button.

import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FollowKind, PARTS, copyLots, hundredthsText, parseHundredths } from '#domain/copy/terms'
import { marginOf } from '#domain/futures/position'
import { amount, formatUnits } from '#domain/money/amount'
import { divideUp } from '#domain/money/rounding'
import { AskedForm } from '../../components/asked-form'
import { Button } from '../../components/button'
import { featurePage } from '../../components/feature-words'
import { DecimalField } from '../../components/field'
import { AnswerNotice, Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { Segmented } from '../../components/segmented'
import { plainDecimal } from '../../forms/decimal-field'
import { problemAt } from '../../site/answer'
import { useColon } from '../../text/colon'
import { useNumbers } from '../../text/numbers'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'

export { clientAction } from '../../site/revalidation'

export default featurePage('copy', Follow)

const LIMITS = ['order_max', 'margin_max', 'loss_max'] as const
const BESIDE: readonly string[] = ['number', ...LIMITS]

function Follow() {
  const { t } = useTranslation('copy')
  const { title, id, isClosed, isHalted, isFollowed } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="mx-auto max-w-3xl lg:px-5">
      <PageHeader title={title} backTo={`/copy/traders/${id}`} />
      <div className="grid gap-4 px-4 pb-6 lg:px-0">
        <AnswerNotice answer={answer} besides={isClosed || isHalted ? [] : BESIDE} />
        {isClosed ? (
          <Notice tone="plain">{t('stopped')}</Notice>
        ) : isHalted ? (
          <Notice tone="plain">{t('halted')}</Notice>
        ) : (
          <Settings />
        )}
        {isFollowed && <Stop />}
      </div>
    </div>
  )
}

function Settings() {
  const { t } = useTranslation('copy')
  const { chosen, isFollowed, commandId, multipleMax, lotsMax } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const numbers = useNumbers()
  const sent = answer?.fields
  const written = (name: 'number' | (typeof LIMITS)[number]) => sent?.[name] ?? numbers.field(chosen[name])
  const [kind, setKind] = useState<FollowKind>(sent?.['kind'] === 'lots' ? 'lots' : chosen.kind)
  const [number, setNumber] = useState(written('number'))
  const isSending = useNavigation().formMethod === 'POST'
  const facts = { multiple: numbers.decimal(multipleMax), lots: numbers.decimal(lotsMax) }
  return (
    <Form method="post" className="panel grid gap-4 p-4">
      <input type="hidden" name="commandId" value={answer?.isUnanswered ? answer.idempotencyKey : commandId} />
      <input type="hidden" name="language" value={numbers.language} />
      <Segmented
        label={t('kind')}
        name="kind"
        defaultValue={kind}
        onChange={(value) => setKind(value === 'lots' ? 'lots' : 'multiple')}
        options={[
          { value: 'multiple', words: t('kind_multiple') },
          { value: 'lots', words: t('kind_lots') },
        ]}
      />
      <DecimalField
        label={t('number')}
        hint={t('number_hint', { replace: facts })}
        name="number"
        value={number}
        onChange={(event) => setNumber(event.target.value)}
        required
        problem={problemAt(answer, 'number')}
      />
      <Example kind={kind} number={number} />
      <div className="grid gap-4 lg:grid-cols-3">
        {LIMITS.map((name) => (
          <DecimalField
            key={name}
            label={t(name)}
            name={name}
            defaultValue={written(name)}
            placeholder={t('optional')}
            problem={problemAt(answer, name)}
            unit="USDT"
          />
        ))}
      </div>
      <Rules />
      <p className="text-sm">
        <Link to="/copy/agreement" className="py-2 text-selected-text hover:underline">
          {t('read_agreement')}
        </Link>
      </p>
      <label className="flex items-start gap-2 text-sm">
        <input type="checkbox" name="agree" value="true" required className="mt-0.5 size-5 shrink-0" />
        <span>{t('agree')}</span>
      </label>
      <Button name="intent" value="follow" variant="brand" isBusy={isSending} isWide>
        {t(isFollowed ? 'save' : 'start')}
      </Button>
    </Form>
  )
}

/** Example: the trader's last trade as a copy, computed by the copy functions. */
function Example({ kind, number }: { readonly kind: FollowKind; readonly number: string }) {
  const { t } = useTranslation('copy')
  const withColon = useColon()
  const numbers = useNumbers()
  const { last } = useLoaderData<typeof loader>()
  const chosen = parseHundredths(plainDecimal(number, numbers.language))
  if (!last || chosen === null) return null
  const copied = copyLots({ kind, number: chosen }, last.lots)
  const worth = divideUp(BigInt(last.openSteps) * BigInt(copied) * BigInt(last.stepValue), BigInt(PARTS))
  const facts = {
    pair: last.symbol.replace('-', '/'),
    lots: numbers.decimal(hundredthsText(last.lots)),
    copy: numbers.decimal(hundredthsText(copied)),
    margin: numbers.usdt(formatUnits(marginOf(amount(worth), last.leverage), 6)),
  }
  return (
    <p className="text-sm text-muted" aria-live="polite">
      <strong className="text-ink">{withColon(t('example'))}</strong>
      {copied < last.lotsMin * PARTS ? t('example_small') : t('example_text', { replace: facts })}
    </p>
  )
}

function Rules() {
  const { t } = useTranslation('copy')
  const numbers = useNumbers()
  const { share, slippage } = useLoaderData<typeof loader>()
  return (
    <ul className="grid list-disc gap-1.5 pl-5 text-sm text-muted">
      <li>{t('rule_first_tick')}</li>
      <li>{t('rule_slippage', { replace: { slippage: numbers.percent(slippage) } })}</li>
      <li>{t('rule_isolated')}</li>
      <li>{t('rule_close')}</li>
      <li>{t('rule_share', { replace: { share: numbers.percent(share) } })}</li>
      <li>{t('rule_missed')}</li>
    </ul>
  )
}

function Stop() {
  const { t } = useTranslation('copy')
  const { commandId } = useLoaderData<typeof loader>()
  return (
    <section className="panel grid gap-3 p-4">
      <h2 className="font-semibold">{t('stop_title')}</h2>
      <p className="text-sm text-muted">{t('stop_text')}</p>
      <AskedForm
        question={{ title: t('stop_title'), text: t('stop_ask'), yes: t('stop_title'), no: t('back'), tone: 'danger' }}
        className="grid gap-3"
      >
        {() => (
          <>
            <input type="hidden" name="intent" value="stop" />
            <input type="hidden" name="commandId" value={commandId} />
            <Segmented
              label={t('copies')}
              name="copies"
              defaultValue="keep"
              options={[
                { value: 'keep', words: t('stop_keep') },
                { value: 'close', words: t('stop_close') },
              ]}
            />
            <Button variant="remove">{t('stop_title')}</Button>
          </>
        )}
      </AskedForm>
    </section>
  )
}
