// A switch among fields: its label above, its box as high as theirs, and its hint below.

import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldFrame } from '../components/field'
import { Switch } from '../components/switch'

type SwitchFieldProps = Omit<ComponentProps<typeof Switch>, 'className' | 'text'> & {
  readonly hint?: string | undefined
}

export const SwitchField = ({ label, hint, ...input }: SwitchFieldProps) => (
  <FieldFrame label={label} hint={hint}>
    {(wiring) => <Switch {...input} {...wiring} label={<SwitchState />} className="field group" />}
  </FieldFrame>
)

/** Visible state next to the switch; screen readers get it from the switch. */
function SwitchState() {
  const { t } = useTranslation('desk')
  return (
    <span aria-hidden="true">
      <span className="hidden group-has-checked:inline">{t('yes')}</span>
      <span className="group-has-checked:hidden">{t('no')}</span>
    </span>
  )
}
