// Binding an e-mail address.

import { useLoaderData } from '@remix-run/react'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useTranslation } from 'react-i18next'
import { Field } from '../components/field'
import { Pane } from '../components/pane'
import { AddressForm } from '../forms/address-form'
import { useSecurityForm } from '../forms/use-security-form'
import { answerAddress } from '../forms/address-forms.server'
import { requireSecured, readSecurityForm } from '../forms/security-forms.server'
import { maskAccount } from '../text/masked'
import { titleOf } from '../text/title.server'
import { fieldOf } from '../visitor/visitor.server'

export { askSecurity as clientAction } from '../forms/ask'
export { keepUnanswered as shouldRevalidate } from '../site/revalidation'
export { pageTitle as meta } from '../text/title'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const { state, owner } = await requireSecured(request, env)
  return { title: titleOf(request, 'security', 'email'), owner, bound: state.email && maskAccount(state.email) }
}

export async function action({ request, context: { env } }: ActionFunctionArgs) {
  const asked = await readSecurityForm(request, env)
  return answerAddress(asked, { kind: 'mail', account: { text: fieldOf(asked.form, 'account') } })
}

export default function Email() {
  const { t } = useTranslation('security')
  const { owner, bound } = useLoaderData<typeof loader>()
  const form = useSecurityForm()
  return (
    <Pane
      title={t('email')}
      text={bound ? t('bound_now', { address: bound }) : t('email_text')}
      backTo="/settings/security"
    >
      <AddressForm kind="email" owner={owner} form={form} isReplacing={bound !== null}>
        <Field
          label={t(bound ? 'email_new' : 'email')}
          name="account"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={form.answer?.account}
          problem={form.problemOf('account')}
        />
      </AddressForm>
    </Pane>
  )
}
