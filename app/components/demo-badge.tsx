// Marks an account that the demo itself runs.

import { useTranslation } from 'react-i18next'
import { Badge } from './badge'

export function DemoBadge() {
  const { t } = useTranslation('ui')
  return <Badge>{t('demo_trader')}</Badge>
}
