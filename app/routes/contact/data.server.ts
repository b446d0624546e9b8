// How to reach us.

import { loadText } from '../../standing-text.server'

export const loader = loadText('contactus')
