// Account input of login and registration: e-mail, or mobile number with country. The switch is radio buttons plus CSS,
// so it works without scripts and keeps typed text.

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntryForm } from '../../forms/use-entry-form'
import type { Area } from './country-list'
import { EntryArea } from './entry-area'
import { Field, FieldFrame } from '../field'
import { Segmented } from '../segmented'

/** Class of the form: style rules look for the checked radio button inside it. */
export const ENTRY_GROUP = 'group/entry grid gap-4'

interface AccountFieldProps {
  readonly entry: EntryForm
  readonly area: Area
  readonly isNew: 'yes' | 'no'
}

export function AccountField({ entry, area, isNew }: AccountFieldProps) {
  const { t } = useTranslation('identity')
  const { answer, by, setBy, problems } = entry
  return (
    <>
      <Segmented
        label={t('account')}
        name="by"
        defaultValue={by}
        onChange={(value) => setBy(value === 'mobile' ? 'mobile' : 'email')}
        options={[
          { value: 'email', words: t('by_email') },
          { value: 'mobile', words: t('by_mobile') },
        ]}
      />
      <Field
        label={t('email')}
        name="account"
        type="text"
        inputMode="email"
        autoComplete={isNew === 'yes' ? 'email' : 'username webauthn'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="next"
        defaultValue={answer?.account}
        problem={by === 'email' ? problems.account : undefined}
        className="group-has-[[name=by][value=mobile]:checked]/entry:hidden"
      />
      <MobileField entry={entry} area={area} />
    </>
  )
}

function MobileField({ entry, area: drawn }: Pick<AccountFieldProps, 'entry' | 'area'>) {
  const { t } = useTranslation('identity')
  const [area, setArea] = useState(drawn)
  const { answer, by, problems } = entry
  return (
    <FieldFrame
      label={t('mobile')}
      problem={by === 'mobile' ? problems.account : undefined}
      className="hidden group-has-[[name=by][value=mobile]:checked]/entry:block"
    >
      {(wiring) => (
        <div className="flex gap-2">
          <EntryArea area={area} onChange={setArea} />
          <input
            {...wiring}
            name="mobile"
            type="text"
            inputMode="tel"
            autoComplete="tel-national"
            enterKeyHint="next"
            defaultValue={answer?.mobile}
            className="field min-w-0 flex-1"
          />
        </div>
      )}
    </FieldFrame>
  )
}
