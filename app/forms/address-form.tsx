// Address binding form: new address, its code, and the owner proof.

import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlive } from '../components/use-alive'
import { Button } from '../components/button'
import { Problem } from '../components/field'
import { Notice } from '../components/notice'
import { FirstButton, OwnCode, OwnerFields, SentCode } from './sent-code'
import type { OwnerStart } from './security'
import type { SecurityFormState } from './use-security-form'

interface AddressFormProps {
  readonly owner: OwnerStart
  readonly form: SecurityFormState
  readonly isReplacing: boolean
  /** True when a code from the bound mailbox is required besides the step-up proof. */
  readonly needsMailbox?: boolean
  /** Kind of address being linked, named in the label of its code field. */
  readonly kind: 'email' | 'mobile'
  /** Input of the new address. */
  readonly children: ReactNode
}

export function AddressForm({ owner, form, isReplacing, needsMailbox = false, kind, children }: AddressFormProps) {
  const { t } = useTranslation('security')
  const isAlive = useAlive()
  const { problemOf, sending } = form
  return (
    <>
      {isReplacing && <Notice tone="plain">{t('change_locks')}</Notice>}
      <Form method="post" noValidate={isAlive} className="panel grid gap-4 p-4">
        <FirstButton intent="bind" />
        {children}
        <SentCode form={form} to="new" label={t(`new_code_${kind}`)} />
        <OwnerFields owner={owner} form={form} />
        {needsMailbox && owner.methods.length > 0 && <OwnCode owner={owner} form={form} />}
        <Problem text={problemOf('form')} />
        <Button name="intent" value="bind" variant="brand" size="lg" isBusy={sending === 'bind'}>
          {t('save')}
        </Button>
      </Form>
    </>
  )
}
