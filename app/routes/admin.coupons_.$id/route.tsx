// Desk page of a coupon. Raising its count needs two approvals, lowering it one.

import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { DeskForm, DeskPage, Facts, Panel, UtcMoment } from '../../admin/page'
import { useLabelWords, useValueWords } from '../../admin/review-parts'
import { SwitchField } from '../../admin/switch-field'
import { Field } from '../../components/field'
import { useNumbers } from '../../text/numbers'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Coupon() {
  const { t } = useTranslation('desk')
  const sayLabel = useLabelWords()
  const sayValue = useValueWords()
  const numbers = useNumbers()
  const { done, coupon, lines, mayChange } = useLoaderData<typeof loader>()
  return (
    <DeskPage
      title={t('coupon_number', { id: coupon.id })}
      text={t('coupon_change_text')}
      done={done}
      backTo="/admin/coupons"
    >
      <Panel>
        <Facts
          rows={[
            [t('fact_coupon'), t(`coupon_${coupon.kind}`)],
            ...lines.map(({ label, value }) => [sayLabel(label), sayValue(label, value)] as const),
            [t('fact_coupon_code'), coupon.code ?? '—'],
            [t('coupon_claimed'), `${numbers.count(coupon.claimed)} / ${numbers.count(coupon.stock)}`],
            [t('fact_use_within'), numbers.count(coupon.useWithinDays)],
            [t('fact_from'), <UtcMoment key="from" at={coupon.claimFrom} />],
            [t('fact_until'), <UtcMoment key="until" at={coupon.claimUntil} />],
          ]}
        />
      </Panel>
      {mayChange && <Change />}
    </DeskPage>
  )
}

function Change() {
  const { t } = useTranslation('desk')
  const { coupon, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <Panel>
      <div className="p-4">
        <DeskForm saved={JSON.stringify(coupon)} commandId={commandId} step="change" answer={answer} submit={t('save')}>
          <div className="grid gap-3 lg:grid-cols-2">
            <Field label={t('fact_stock')} name="stock" inputMode="numeric" defaultValue={coupon.stock} required />
            <Field
              label={t('fact_until')}
              name="claimUntil"
              type="datetime-local"
              defaultValue={coupon.untilField}
              required
            />
          </div>
          <div className="grid gap-3 lg:grid-cols-3">
            <SwitchField label={t('fact_enabled')} name="isEnabled" value="1" defaultChecked={coupon.isEnabled} />
            <SwitchField label={t('fact_listed')} name="isListed" value="1" defaultChecked={coupon.isListed} />
            <SwitchField label={t('fact_welcome')} name="isWelcome" value="1" defaultChecked={coupon.isWelcome} />
          </div>
        </DeskForm>
      </div>
    </Panel>
  )
}
