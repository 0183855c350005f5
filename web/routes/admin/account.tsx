import { StaffAccountPage } from "#web/features/settings/StaffAccountPage.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";

/** The own account of somebody of the staff. */
export default function Account() {
  const viewer = useViewer();
  return viewer && <StaffAccountPage key={viewer.id} viewer={viewer} />;
}
