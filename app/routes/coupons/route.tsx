// Coupon page: redeem a code, claim public coupons, list of own coupons by state.

import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { CouponRow } from '#party/protocol/account-promotion'
import { Badge } from '../../components/badge'
import { Button } from '../../components/button'
import { Empty } from '../../components/empty'
import { Field, Problem } from '../../components/field'
import { UnansweredNotice, Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { useSite } from '../../site/site'
import { Tabs } from '../../components/tabs'
import { useRefusal } from '../../components/form-focus'
import { instantWords } from '../../text/dates'
import { useNumbers } from '../../text/numbers'
import { valueText } from '../../text/money'
import { CouponCard } from './coupon-card'
import { COUPON_TABS } from './coupons'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { clientAction } from '../../site/revalidation'
export { pageTitle as meta } from '../../text/title'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'

export default function Coupons() {
  const { t } = useTranslation('promotion')
  const { tab, done } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="mx-auto max-w-5xl lg:px-5">
      <PageHeader title={t('coupon_title')} backTo="/settings" />
      <div className="grid gap-4 px-4 pb-6 lg:px-0">
        {done && <Notice tone="good">{t(`coupon_done_${done}`)}</Notice>}
        <CodeForm />
        <Tabs
          label={t('coupon_title')}
          variant="segment"
          tabs={COUPON_TABS.map((name) => ({
            to: `?tab=${name}`,
            words: t(`coupon_${name}`),
            isSelected: name === tab,
          }))}
        />
        <UnansweredNotice answer={answer} />
        <Problem text={answer?.fields['intent'] === 'code' ? undefined : answer?.problem?.text} />
        <Lists />
      </div>
    </div>
  )
}

function CodeForm() {
  const { t } = useTranslation('promotion')
  const { commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const form = useRefusal(answer)
  const isSending = useNavigation().formData?.get('intent') === 'code'
  return (
    <Form ref={form} method="post" className="panel flex items-start gap-3 p-4">
      <input type="hidden" name="intent" value="code" />
      <input type="hidden" name="commandId" value={commandId} />
      <div className="min-w-0 flex-1">
        <Field
          label={t('coupon_code')}
          name="coupon_code"
          required
          maxLength={32}
          autoComplete="off"
          autoCapitalize="characters"
          defaultValue={answer?.fields['coupon_code']}
          problem={answer?.fields['intent'] === 'code' ? answer.problem?.text : undefined}
        />
      </div>
      <Button variant="brand" isBusy={isSending} className="beside-field">
        {t('coupon_claim')}
      </Button>
    </Form>
  )
}

/**
 * Claimable and own coupons side by side; a single list takes the full width. Columns end aligned when both have equal
 * counts.
 */
function Lists() {
  const { own, open } = useLoaderData<typeof loader>()
  const isPaired = own.length > 0 && open.length > 0
  const columns = `lg:grid-cols-2 lg:gap-3 ${own.length === open.length ? '' : 'items-start'}`
  return (
    <div className={`grid gap-4 ${isPaired ? columns : 'lg:[&_ul]:grid-cols-2'}`}>
      <Open />
      <Own isPaired={isPaired} />
    </div>
  )
}

function Open() {
  const { t } = useTranslation('promotion')
  const numbers = useNumbers()
  const { open, assets, commandId } = useLoaderData<typeof loader>()
  if (open.length === 0) return null
  return (
    <section className="grid grid-rows-[auto_1fr] gap-2">
      <h2 className="text-sm font-medium text-muted">{t('coupon_open')}</h2>
      <ul className="grid gap-3 lg:auto-rows-fr">
        {open.map(({ id, terms, stock, claimed, useWithinDays }) => (
          <CouponCard
            key={id}
            terms={terms}
            assets={assets}
            end={
              <Form method="post">
                <input type="hidden" name="intent" value="claim" />
                <input type="hidden" name="commandId" value={commandId} />
                <button name="coupon_id" value={id} className="button button-brand button-sm min-w-20">
                  {t('coupon_claim')}
                </button>
              </Form>
            }
          >
            <p>{t('coupon_use_within', { count: useWithinDays })}</p>
            <p>{t('coupon_stock', { replace: { count: numbers.count(stock - claimed) } })}</p>
          </CouponCard>
        ))}
      </ul>
    </section>
  )
}

function Own({ isPaired }: { readonly isPaired: boolean }) {
  const { t } = useTranslation('promotion')
  const { own, open, assets, commandId } = useLoaderData<typeof loader>()
  if (own.length === 0 && open.length > 0) return null
  if (own.length === 0) return <Empty icon="gift">{t('coupon_empty')}</Empty>
  return (
    <section className="grid grid-rows-[auto_1fr] gap-2">
      {isPaired && <h2 className="text-sm font-medium text-muted">{t('coupon_own')}</h2>}
      <ul className="grid gap-3 lg:auto-rows-fr">
        {own.map((coupon) => (
          <CouponCard
            key={coupon.ref}
            terms={coupon.terms}
            assets={assets}
            isOver={coupon.state === 'used' || coupon.state === 'expired'}
            end={<UseForm coupon={coupon} commandId={commandId} />}
          >
            <Times coupon={coupon} />
          </CouponCard>
        ))}
      </ul>
    </section>
  )
}

/** Rate boost coupons have no button: they are applied in the lock form of their product. */
function UseForm({ coupon, commandId }: { readonly coupon: CouponRow; readonly commandId: string }) {
  const { t } = useTranslation('promotion')
  if (coupon.state === 'active') return <Badge tone="good">{t('coupon_in_use')}</Badge>
  if (coupon.state !== 'available' || coupon.terms.kind === 'rate_boost') return null
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="use" />
      <input type="hidden" name="commandId" value={commandId} />
      <button name="ref" value={coupon.ref} className="button button-brand button-sm min-w-20">
        {t('coupon_use')}
      </button>
    </Form>
  )
}

function Times({ coupon: { state, terms, expiresAt, usedAt, endsAt, saved } }: { readonly coupon: CouponRow }) {
  const { t } = useTranslation('promotion')
  const numbers = useNumbers()
  const site = useSite()
  const at = (time: number | null) => ({ time: time === null ? '' : instantWords(time, site) })
  return (
    <>
      {state === 'available' && <p>{t('coupon_use_by', at(expiresAt))}</p>}
      {state === 'active' && <p>{t('coupon_until', at(endsAt))}</p>}
      {state === 'used' && usedAt !== null && <p>{t('coupon_used_at', at(usedAt))}</p>}
      {state === 'expired' && <p>{t('coupon_expired_at', at(expiresAt))}</p>}
      {terms.kind === 'fee_discount' && usedAt !== null && (
        <p>{t('coupon_saved', { amount: numbers.usdt(valueText(saved)) })}</p>
      )}
    </>
  )
}
