// One coupon. More of it takes two people, less of it one.

import { useActionData, useLoaderData } from '@remix-run/react'
import { DeskForm, DeskPage, Facts, Panel, UtcMoment } from '../../admin/page'
import { useLabelWords, useValueWords } from '../../admin/review-parts'
import { SwitchField } from '../../admin/switch-field'
import { Field } from '../../components/field'
import { useNumbers } from '../../text/numbers'
import { useWords } from '../../text/words'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Coupon() {
  const say = useWords('desk')
  const sayLabel = useLabelWords()
  const sayValue = useValueWords()
  const numbers = useNumbers()
  const { done, coupon, lines, mayChange } = useLoaderData<typeof loader>()
  return (
    <DeskPage
      title={say('coupon_number', { id: coupon.id })}
      text={say('coupon_change_text')}
      done={done}
      backTo="/admin/coupons"
    >
      <Panel>
        <Facts
          rows={[
            [say('fact_coupon'), say(`coupon_${coupon.kind}`)],
            ...lines.map(({ label, value }) => [sayLabel(label), sayValue(label, value)] as const),
            [say('fact_coupon_code'), coupon.code ?? '—'],
            [say('coupon_claimed'), `${numbers.count(coupon.claimed)} / ${numbers.count(coupon.stock)}`],
            [say('fact_use_within'), numbers.count(coupon.useWithinDays)],
            [say('fact_from'), <UtcMoment key="from" at={coupon.claimFrom} />],
            [say('fact_until'), <UtcMoment key="until" at={coupon.claimUntil} />],
          ]}
        />
      </Panel>
      {mayChange && <Change />}
    </DeskPage>
  )
}

function Change() {
  const say = useWords('desk')
  const { coupon, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <Panel>
      <div className="p-4">
        {/* Drawn anew from what was saved. */}
        <DeskForm key={JSON.stringify(coupon)} commandId={commandId} step="change" answer={answer} submit={say('save')}>
          <div className="grid gap-3 lg:grid-cols-2">
            <Field label={say('fact_stock')} name="stock" inputMode="numeric" defaultValue={coupon.stock} required />
            <Field
              label={say('fact_until')}
              name="claimUntil"
              type="datetime-local"
              defaultValue={coupon.untilField}
              required
            />
          </div>
          <div className="grid gap-3 lg:grid-cols-3">
            <SwitchField label={say('fact_enabled')} name="isEnabled" value="1" defaultChecked={coupon.isEnabled} />
            <SwitchField label={say('fact_listed')} name="isListed" value="1" defaultChecked={coupon.isListed} />
            <SwitchField label={say('fact_welcome')} name="isWelcome" value="1" defaultChecked={coupon.isWelcome} />
          </div>
        </DeskForm>
      </div>
    </Panel>
  )
}
