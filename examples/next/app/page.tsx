import { Inspections } from './inspections';
import { Office } from './office';

/** A server component. Its HTML is what the components show before Kerbside is open. */
export default function Page() {
  return (
    <Office>
      <h1>Inspections</h1>
      <Inspections />
    </Office>
  );
}
