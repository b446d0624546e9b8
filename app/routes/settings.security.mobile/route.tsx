// Binding a mobile number.

import { useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EntryArea } from '../../components/identity/entry-area'
import { FieldFrame } from '../../components/field'
import { Pane } from '../../components/pane'
import { AddressForm } from '../../forms/address-form'
import { useSecurityForm } from '../../forms/use-security-form'
import type { loader } from './data.server'

export { action, loader } from './data.server'
export { askSecurity as clientAction } from '../../forms/ask'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
export { pageTitle as meta } from '../../text/title'

export default function Mobile() {
  const { t } = useTranslation('security')
  const { owner, bound, area: drawn } = useLoaderData<typeof loader>()
  const [area, setArea] = useState(drawn)
  const form = useSecurityForm()
  return (
    <Pane
      title={t('mobile')}
      text={bound ? t('bound_now', { address: bound }) : t('mobile_text')}
      backTo="/settings/security"
    >
      <AddressForm kind="mobile" owner={owner} form={form} isReplacing={bound !== null} needsMailbox={bound === null}>
        <FieldFrame label={t(bound ? 'mobile_new' : 'mobile')} problem={form.problemOf('account')}>
          {(wiring) => (
            <div className="flex gap-2">
              <EntryArea area={area} onChange={setArea} page="/settings/area" />
              <input
                {...wiring}
                name="account"
                type="text"
                inputMode="tel"
                autoComplete="tel-national"
                defaultValue={form.answer?.account}
                className="field min-w-0 flex-1"
              />
            </div>
          )}
        </FieldFrame>
      </AddressForm>
    </Pane>
  )
}
