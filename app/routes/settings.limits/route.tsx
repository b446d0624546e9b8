// Limits that users set for themselves. One small form each, with the current limit.

import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LIMIT_KINDS, LOCK_DAYS, type LimitKind, type OwnLimit, PAUSE_DAYS } from '#domain/limits/limits'
import { decodeAmount, formatUnits } from '#domain/money/amount'
import { Button } from '../../components/button'
import { featurePage } from '../../components/feature-words'
import { DecimalField } from '../../components/field'
import { FigureList } from '../../components/figure-list'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import { Pane } from '../../components/pane'
import { SelectField } from '../../components/select'
import { toast } from '../../components/toast'
import { useNumbers } from '../../text/numbers'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'

export { clientAction } from '../../site/revalidation'

export default featurePage('limits', OwnLimits)

function OwnLimits() {
  const { t } = useTranslation('limits')
  const { t: tShell } = useTranslation('shell')
  const { title, own } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const numbers = useNumbers()
  const money = (text: string) => `${numbers.usdt(formatUnits(decodeAmount(text), 6))}\u00a0USDT`
  useEffect(() => {
    if (answer?.done) toast(tShell('saved'), { tone: 'good' })
  }, [answer, tShell])
  return (
    <Pane title={title} text={t('text')} backTo="/settings">
      <Notice tone="plain">{t('rule')}</Notice>
      <FigureList
        rows={[
          { key: 'lost_today', label: t('lost_today'), value: money(own.dayLoss) },
          { key: 'lost_this_week', label: t('lost_this_week'), value: money(own.weekLoss) },
        ]}
      />
      {LIMIT_KINDS.map((kind) => (
        <LimitForm key={kind} kind={kind} limit={own.limits.find((each) => each.kind === kind)} />
      ))}
    </Pane>
  )
}

function LimitForm({ kind, limit }: { readonly kind: LimitKind; readonly limit: OwnLimit | undefined }) {
  const { t } = useTranslation('limits')
  const { t: tShell } = useTranslation('shell')
  const { commandId } = useLoaderData<typeof loader>()
  const { language } = useNumbers()
  const answer = useActionData<typeof action>()
  const isSaving = useNavigation().formMethod === 'POST'
  const own = answer?.fields['limit_kind'] === kind ? answer : undefined
  const problem = own?.isUnanswered ? tShell('unanswered') : own?.problem?.text
  const isTimed = kind === 'pause' || kind === 'lock'
  return (
    <Form method="post" className="panel grid gap-3 p-4" preventScrollReset>
      <input type="hidden" name="limit_kind" value={kind} />
      <input type="hidden" name="commandId" value={commandId} />
      <input type="hidden" name="language" value={language} />
      <h2 className="font-semibold">{t(`kind_${kind}`)}</h2>
      <p className="text-sm text-muted">{t(`about_${kind}`)}</p>
      <LimitStatus limit={limit} />
      <Value kind={kind} sent={own?.problem ? own.fields['value'] : undefined} problem={problem} />
      <div className="flex flex-wrap gap-2">
        <Button name="intent" value="set" isBusy={isSaving}>
          {t(isTimed ? `begin_${kind}` : 'set')}
        </Button>
        {!isTimed && limit?.value != null && limit.nextAt === null && (
          <Button name="intent" value="remove" variant="quiet" formNoValidate>
            {t('remove')}
          </Button>
        )}
        {limit?.nextAt != null && (
          <Button name="intent" value="keep" variant="quiet" formNoValidate>
            {t('keep')}
          </Button>
        )}
      </div>
    </Form>
  )
}

function LimitStatus({ limit }: { readonly limit: OwnLimit | undefined }) {
  const { t } = useTranslation('limits')
  const { drawnAt } = useLoaderData<typeof loader>()
  const words = useValueWords()
  if (!limit) return null
  const { kind, value, next, nextAt } = limit
  if (kind === 'pause' || kind === 'lock') {
    const until = Number(value ?? 0)
    return until > drawnAt ? (
      <p className="text-sm">
        {t('runs_until')} <Moment at={until} />
      </p>
    ) : null
  }
  return (
    <>
      <p className="text-sm">
        {t('now')} <strong>{value === null ? t('none') : words(kind, value)}</strong>
      </p>
      {nextAt !== null && (
        <p className="text-sm">
          {t('later')} <strong>{next === null ? t('none') : words(kind, next)}</strong> (<Moment at={nextAt} />)
        </p>
      )}
    </>
  )
}

function useValueWords() {
  const { t } = useTranslation('limits')
  const numbers = useNumbers()
  return (kind: LimitKind, value: string): string =>
    kind === 'session'
      ? t('minutes', { count: Number(value) })
      : `${numbers.usdt(formatUnits(decodeAmount(value), 6))}\u00a0USDT`
}

interface ValueProps {
  readonly kind: LimitKind
  readonly sent: string | undefined
  readonly problem: string | undefined
}

function Value({ kind, sent, problem }: ValueProps) {
  const { t } = useTranslation('limits')
  const [text, setText] = useState(sent ?? '')
  if (kind === 'pause' || kind === 'lock') {
    const offered = kind === 'pause' ? PAUSE_DAYS : LOCK_DAYS
    const lengthWords = (days: (typeof offered)[number]) =>
      days === 183 || days === 365 || days === 1_826 ? t(`days_${days}`) : t('days', { count: days })
    return (
      <SelectField
        label={t('length')}
        name="value"
        problem={problem}
        options={offered.map((days) => ({ value: String(days), words: lengthWords(days) }))}
      />
    )
  }
  return (
    <DecimalField
      label={t(kind === 'session' ? 'minutes_label' : 'amount_label')}
      name="value"
      value={text}
      onChange={(event) => setText(event.target.value)}
      problem={problem}
    />
  )
}
