// Frequently asked questions.

import { loadText } from '../../standing-text.server'

export const loader = loadText('faq')
