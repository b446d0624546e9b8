// What may be done about an account: forbid it to trade or to withdraw, and ask for what somebody else must approve.

import { useActionData, useLoaderData } from '@remix-run/react'
import { WALLETS } from '#domain/catalogue'
import { REASON_LENGTH_MAX } from '#domain/desk/review'
import { DeskForm, Panel } from '../../admin/page'
import { SwitchField } from '../../admin/switch-field'
import { Field } from '../../components/field'
import { Notice } from '../../components/notice'
import { Segmented } from '../../components/segmented'
import { SelectField } from '../../components/select'
import { useSite } from '../../site/site'
import { useWords } from '../../text/words'
import type { action, loader } from './data.server'

export function FreezeForm() {
  const say = useWords('desk')
  const { user, freeze, mayFreeze, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (!mayFreeze) return null
  return (
    <Panel title={say('freeze')}>
      <div className="grid gap-3 p-4">
        {freeze.revision < user.freezeRevision && <Notice tone="bad">{say('freeze_owed')}</Notice>}
        <DeskForm
          key={user.freezeRevision}
          commandId={commandId}
          step="freeze"
          answer={answer}
          submit={say('save')}
          variant="danger"
        >
          <input type="hidden" name="revision" value={user.freezeRevision} />
          <SwitchField name="trading" label={say('freeze_trading')} defaultChecked={user.isTradingFrozen} />
          <SwitchField name="withdrawals" label={say('freeze_withdrawals')} defaultChecked={user.isWithdrawalFrozen} />
          <Field label={say('fact_reason')} name="reason" maxLength={REASON_LENGTH_MAX} required />
        </DeskForm>
      </div>
    </Panel>
  )
}

export function CorrectForm() {
  const say = useWords('desk')
  const sayRefusals = useWords('refusals')
  const { language } = useSite()
  const { assets, mayCorrect, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (!mayCorrect) return null
  return (
    <Panel title={say('correct')}>
      <div className="grid gap-3 p-4">
        <p className="text-sm text-muted">{say('correct_text')}</p>
        <DeskForm commandId={`${commandId}:c`} step="correct" answer={answer} submit={say('correct_submit')}>
          <input type="hidden" name="language" value={language} />
          <Segmented
            label={say('direction')}
            name="direction"
            defaultValue="add"
            options={[
              { value: 'add', words: say('direction_add') },
              { value: 'take', words: say('direction_take') },
            ]}
          />
          <SelectField
            label={say('fact_wallet')}
            name="wallet"
            options={WALLETS.map((value) => ({ value, words: sayRefusals(`wallet_${value}`) }))}
            defaultValue="change"
          />
          <SelectField
            label={say('fact_asset')}
            name="assetId"
            options={assets.map(({ id, code }) => ({ value: String(id), words: code }))}
          />
          <Field label={say('fact_amount')} name="amount" inputMode="decimal" required />
          <Field label={say('fact_reason')} name="reason" maxLength={REASON_LENGTH_MAX} required />
        </DeskForm>
      </div>
    </Panel>
  )
}

/** Somebody who has lost the app and the recovery codes. */
export function RecoverForm() {
  const say = useWords('desk')
  const { hasApp, mayRecover, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (!mayRecover || !hasApp) return null
  return (
    <Panel title={say('recover')}>
      <div className="grid gap-3 p-4">
        <p className="text-sm text-muted">{say('recover_text')}</p>
        <DeskForm
          commandId={`${commandId}:r`}
          step="recover"
          answer={answer}
          submit={say('correct_submit')}
          variant="danger"
        >
          <Field label={say('recover_note')} name="reason" maxLength={REASON_LENGTH_MAX} required />
        </DeskForm>
      </div>
    </Panel>
  )
}
