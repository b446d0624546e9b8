// Beside the list on a desktop: how everything looks as it is set now.

import { FiguresPreview } from '../../components/figures-preview'

export default function SettingsHub() {
  return (
    <div className="max-w-3xl pt-18">
      <FiguresPreview />
    </div>
  )
}
