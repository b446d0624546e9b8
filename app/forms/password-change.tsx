// Password change form: authorised by the old password or by a code to the bound address. A link switches between both,
// so it works without scripts.

import { Form } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StepUpMethod } from '#domain/security'
import { useAlive } from '../components/use-alive'
import { Button } from '../components/button'
import { Problem } from '../components/field'
import { SecretField } from '../components/secret-field'
import { StepUpFields } from '../components/step-up-fields'
import { StrengthHint, strengthOf } from '../components/identity/strength-hint'
import { Tabs } from '../components/tabs'
import type { OwnerStart } from './security'
import { FirstButton, SentCode } from './sent-code'
import { useSecurityForm } from './use-security-form'

interface PasswordChangeProps {
  readonly owner: OwnerStart
  readonly by: 'old' | 'code'
  /** Second factors; the form requires the code and one factor. */
  readonly factors?: readonly StepUpMethod[]
  /** URLs of both ways; null when only one way exists. */
  readonly ways: { readonly old: string; readonly code: string } | null
  readonly oldLabel: string
}

export function PasswordChange({ owner, by, factors = [], ways, oldLabel }: PasswordChangeProps) {
  const { t } = useTranslation('security')
  const { t: tIdentity } = useTranslation('identity')
  const form = useSecurityForm()
  const isAlive = useAlive()
  const [typed, setTyped] = useState('')
  const { problemOf, sending } = form
  return (
    <>
      {ways && (
        <Tabs
          label={t('change_by')}
          variant="pill"
          tabs={[
            { to: ways.old, words: t('by_old'), isSelected: by === 'old' },
            { to: ways.code, words: t('by_code'), isSelected: by === 'code' },
          ]}
        />
      )}
      <Form key={by} method="post" noValidate={isAlive} className="panel grid gap-4 p-4">
        <FirstButton intent="change" />
        <input type="hidden" name="by" value={by} />
        {by === 'old' ? (
          <SecretField
            label={oldLabel}
            name="old_password"
            autoComplete="current-password"
            problem={problemOf('old_password')}
          />
        ) : (
          <SentCode form={form} to="own" label={t('own_code')} hint={t('own_code_hint', { address: owner.address })} />
        )}
        {by === 'code' && factors.length > 0 && (
          <div className="grid gap-2">
            <StepUpFields methods={factors} problem={problemOf('proof')} />
            <p className="text-sm text-muted">{t('factor_lost')}</p>
          </div>
        )}
        <SecretField
          label={tIdentity('new_password')}
          name="password"
          autoComplete="new-password"
          hint={<StrengthHint strength={typed === '' ? null : strengthOf(typed)} />}
          problem={problemOf('password')}
          onText={setTyped}
        />
        <SecretField
          label={tIdentity('confirm_password')}
          name="password_again"
          autoComplete="new-password"
          problem={problemOf('password_again')}
        />
        <Problem text={problemOf('form')} />
        <Button name="intent" value="change" variant="brand" size="lg" isBusy={sending === 'change'}>
          {t('save')}
        </Button>
      </Form>
    </>
  )
}
