import { useState } from 'react';
import { useOrder } from '../../actors/orders.ts';
import { Sheet } from '../../components/Sheet.tsx';
import { KeptList } from '../device/KeptList.tsx';
import { useLayer } from './navigation.tsx';

/** What is on this device, from every page's footer. */
export function DeviceDialog() {
  const layer = useLayer();
  const [isOpen, setIsOpen] = useState(false);
  useOrder('/privacy#device', () => {
    setIsOpen(true);
    layer.open();
  });
  const closed = () => {
    setIsOpen(false);
    layer.onClose();
  };
  return (
    <Sheet id="device-title" title="On this device" layer={{ ...layer, onClose: closed }}>
      {isOpen ? <KeptList withRecent /> : null}
    </Sheet>
  );
}
