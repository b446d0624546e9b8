// About the company.

import { loadText } from '../../standing-text.server'

export const loader = loadText('aboutus')
