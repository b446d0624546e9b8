// A switch among fields: as high as their boxes and on one line with them, so that it belongs to its own label and to no other.

import type { ComponentProps } from 'react'
import { Switch } from '../components/switch'

export const SwitchField = (input: Omit<ComponentProps<typeof Switch>, 'className'>) => (
  <Switch {...input} className="field self-end" />
)
