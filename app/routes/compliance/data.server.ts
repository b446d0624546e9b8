// Operational compliance.

import { loadText } from '../../standing-text.server'

export const loader = loadText('operational_compliance')
