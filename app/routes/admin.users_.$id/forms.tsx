// Account actions of the desk: freeze trading or withdrawals, and requests that need a second approval.

import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ACCOUNT_FLAGS, hasFlag } from '#domain/account-flag'
import { WALLETS } from '#domain/catalogue'
import { REASON_LENGTH_MAX } from '#domain/desk/review'
import { DeskForm, Panel } from '../../admin/page'
import { SwitchField } from '../../admin/switch-field'
import { Field } from '../../components/field'
import { Notice } from '../../components/notice'
import { Segmented } from '../../components/segmented'
import { SelectField } from '../../components/select'
import { useSite } from '../../site/site'
import { useColon } from '../../text/colon'
import type { action, loader } from './data.server'

export function FreezeForm() {
  const { t } = useTranslation('desk')
  const { user, freeze, mayFreeze, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (!mayFreeze) return null
  return (
    <Panel title={t('freeze')}>
      <div className="grid gap-3 p-4">
        {freeze.revision < user.freezeRevision && <Notice tone="bad">{t('freeze_owed')}</Notice>}
        <DeskForm
          key={user.freezeRevision}
          commandId={commandId}
          step="freeze"
          answer={answer}
          submit={t('save')}
          variant="danger"
        >
          <input type="hidden" name="revision" value={user.freezeRevision} />
          <SwitchField name="trading" label={t('freeze_trading')} defaultChecked={user.isTradingFrozen} />
          <SwitchField name="withdrawals" label={t('freeze_withdrawals')} defaultChecked={user.isWithdrawalFrozen} />
          <Field label={t('fact_reason')} name="reason" maxLength={REASON_LENGTH_MAX} required />
        </DeskForm>
      </div>
    </Panel>
  )
}

export function CorrectForm() {
  const { t } = useTranslation('desk')
  const { t: tRefusals } = useTranslation('refusals')
  const { language } = useSite()
  const { assets, mayCorrect, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (!mayCorrect) return null
  return (
    <Panel title={t('correct')}>
      <div className="grid gap-3 p-4">
        <p className="text-sm text-muted">{t('correct_text')}</p>
        <DeskForm commandId={`${commandId}:c`} step="correct" answer={answer} submit={t('correct_submit')}>
          <input type="hidden" name="language" value={language} />
          <Segmented
            label={t('direction')}
            name="direction"
            defaultValue="add"
            options={[
              { value: 'add', words: t('direction_add') },
              { value: 'take', words: t('direction_take') },
            ]}
          />
          <SelectField
            label={t('fact_wallet')}
            name="wallet"
            options={WALLETS.map((value) => ({ value, words: tRefusals(`wallet_${value}`) }))}
            defaultValue="change"
          />
          <SelectField
            label={t('fact_asset')}
            name="assetId"
            options={assets.map(({ id, code }) => ({ value: String(id), words: code }))}
          />
          <Field label={t('fact_amount')} name="amount" inputMode="decimal" required />
          <Field label={t('fact_reason')} name="reason" maxLength={REASON_LENGTH_MAX} required />
        </DeskForm>
      </div>
    </Panel>
  )
}

/** Recovery form, for users who lost their authenticator and recovery codes. */
export function RecoverForm() {
  const { t } = useTranslation('desk')
  const { hasApp, mayRecover, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (!mayRecover || !hasApp) return null
  return (
    <Panel title={t('recover')}>
      <div className="grid gap-3 p-4">
        <p className="text-sm text-muted">{t('recover_text')}</p>
        <DeskForm
          commandId={`${commandId}:r`}
          step="recover"
          answer={answer}
          submit={t('correct_submit')}
          variant="danger"
        >
          <Field label={t('recover_note')} name="reason" maxLength={REASON_LENGTH_MAX} required />
        </DeskForm>
      </div>
    </Panel>
  )
}

/** Asks to see who a closed account belonged to. */
export function OpenForm() {
  const { t } = useTranslation('desk')
  const { mayOpen, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (!mayOpen) return null
  return (
    <Panel title={t('sealed')}>
      <div className="grid gap-3 p-4">
        <p className="text-sm text-muted">{t('sealed_text')}</p>
        <DeskForm commandId={`${commandId}:o`} step="open" answer={answer} submit={t('correct_submit')}>
          <Field label={t('fact_reason')} name="reason" maxLength={REASON_LENGTH_MAX} required />
        </DeskForm>
      </div>
    </Panel>
  )
}

/** The form submits the requested value, so that a stale page cannot revert a colleague's change. */
export function FlagForm() {
  const { t } = useTranslation('desk')
  const withColon = useColon()
  const { user, mayFlag, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (!mayFlag) return null
  const options = ACCOUNT_FLAGS.map((flag) => {
    const act = hasFlag(user, flag) ? 'withdraw' : 'grant'
    return { value: `${flag}:${act}`, words: `${withColon(t(`flag_${flag}`))}${t(`flag_${act}`)}` }
  })
  return (
    <Panel title={t('flags')}>
      <div className="grid gap-3 p-4">
        <p className="text-sm text-muted">{t('flags_text')}</p>
        <DeskForm commandId={`${commandId}:f`} step="flag" answer={answer} submit={t('correct_submit')}>
          <SelectField label={t('fact_flag')} name="flag" options={options} />
          <Field label={t('fact_reason')} name="reason" maxLength={REASON_LENGTH_MAX} required />
        </DeskForm>
      </div>
    </Panel>
  )
}
