// Binding an e-mail address.

import { useLoaderData } from '@remix-run/react'
import { Field } from '../../components/field'
import { Pane } from '../../components/pane'
import { AddressForm } from '../../forms/address-form'
import { useSecurityForm } from '../../forms/use-security-form'
import { useWords } from '../../text/words'
import type { loader } from './data.server'

export { action, loader } from './data.server'
export { askSecurity as clientAction } from '../../forms/ask'
export { keepUnanswered as shouldRevalidate } from '../../unanswered'
export { pageTitle as meta } from '../../text/title'

export default function Email() {
  const say = useWords('security')
  const { owner, bound } = useLoaderData<typeof loader>()
  const form = useSecurityForm()
  return (
    <Pane
      title={say('email')}
      text={bound ? say('bound_now', { address: bound }) : say('email_text')}
      backTo="/settings/security"
    >
      <AddressForm kind="email" owner={owner} form={form} isReplacing={bound !== null}>
        <Field
          label={say(bound ? 'email_new' : 'email')}
          name="account"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          problem={form.problemOf('account')}
        />
      </AddressForm>
    </Pane>
  )
}
