// A switch among fields: as high as their boxes and on one line with them, also where hints stand under those, so that it belongs to its
// own label and to no other.

import type { ComponentProps } from 'react'
import { Switch } from '../components/switch'

interface SwitchFieldProps extends Omit<ComponentProps<typeof Switch>, 'className'> {
  /** In a row of switches alone, where no label stands over anything. */
  readonly isAmongSwitches?: boolean
}

export const SwitchField = ({ isAmongSwitches = false, ...input }: SwitchFieldProps) => (
  <Switch {...input} className={`field self-start ${isAmongSwitches ? '' : 'lg:beside-field'}`} />
)
