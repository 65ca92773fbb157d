import { colours } from '#contract/colours/colours';

/**
 * The status page, one file without a build: it is served on this computer alone, by the recorder itself. `{nonce}` is
 * replaced, so that only its own script and styles run.
 */
export const statusPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Pitboard recorder</title>
<style nonce="{nonce}">
  :root { color-scheme: dark; font: 16px/1.5 system-ui, sans-serif; background: ${colours.bg}; color: ${colours.text}; }
  body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
  h1 { font-size: 1.5rem; margin: 0 0 1rem; }
  h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
  #light { display: flex; gap: .75rem; align-items: center; font-size: 1.25rem; }
  #light::before { content: ''; width: 1.25rem; height: 1.25rem; border-radius: 50%; background: ${colours.red}; flex: none; }
  #light.green::before { background: ${colours.green}; }
  #advice { border-left: 4px solid ${colours.amber}; padding: .5rem 1rem; background: ${colours.raised}; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid ${colours.line}; font-variant-numeric: tabular-nums; vertical-align: top; overflow-wrap: anywhere; }
  th { font-weight: 500; color: ${colours.mute}; width: 40%; }
  code { font-size: 1.1em; user-select: all; }
  a { color: ${colours.amber}; }
  input, button { font: inherit; padding: .4rem .7rem; border-radius: .3rem; border: 1px solid ${colours.line}; background: ${colours.raised}; color: ${colours.text}; }
  button { background: ${colours.raised}; border-color: ${colours.mute}; cursor: pointer; }
  #pair p:has(input) { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; }
  label { display: grid; flex: 0 1 auto; color: ${colours.mute}; }
  label:has([type=url]) { flex: 1 1 18rem; }
  input[name=code] { letter-spacing: .1em; width: 9rem; }
</style>
<h1>Pitboard recorder</h1>
<p id="light" role="status">Starting …</p>
<p id="advice" hidden></p>
<form id="pair" hidden>
  <h2>Connect to your account</h2>
  <p id="refusal" hidden></p>
  <p>Create a code in your settings on Pitboard, under Recorders, and enter it here.</p>
  <p><label>Address of Pitboard <input name="server" type="url" autocomplete="off" required maxlength="500"></label>
  <label>Code <input name="code" autocomplete="off" required maxlength="9"></label> <button>Connect</button></p>
  <p id="pair-error" role="alert"></p>
</form>
<table id="values"><tbody></tbody></table>
<h2>In the game</h2>
<p>Open Settings, then Telemetry Settings, and set these values.</p>
<table>
  <tr><th>UDP Telemetry</th><td><code>On</code></td></tr>
  <tr><th>UDP Broadcast Mode</th><td><code>Off</code></td></tr>
  <tr><th>UDP IP Address</th><td>
    PC, when the game runs on this computer: <code>127.0.0.1</code><br>
    PlayStation, Xbox, or another PC: <span id="addresses"></span></td></tr>
  <tr><th>UDP Port</th><td><code id="port"></code></td></tr>
  <tr><th>UDP Send Rate</th><td><code>60 Hz</code></td></tr>
  <tr><th>UDP Format</th><td>the newest that the menu offers (<code>2023</code> to <code>2026</code>)</td></tr>
  <tr><th>Your Telemetry</th><td><code>Public</code>, so that others can record your tyres too</td></tr>
</table>
<p>A console must be in the same network as this computer: not in a guest Wi-Fi. When the system asks whether this program
may receive data from the network, permit it.</p>
<script nonce="{nonce}">
  const byId = (id) => document.getElementById(id);
  const form = byId('pair');
  // The address is filled in once: afterwards it is what somebody has typed.
  let isFilled = false;
  function row(name, value) {
    const line = document.createElement('tr');
    const head = line.appendChild(document.createElement('th'));
    head.textContent = name;
    const cell = line.appendChild(document.createElement('td'));
    if (typeof value === 'string') cell.textContent = value;
    else cell.append(value);
    return line;
  }
  function link(address) {
    const anchor = document.createElement('a');
    anchor.href = anchor.textContent = address;
    return anchor;
  }
  function show(status) {
    const { session, live } = status;
    const light = byId('light');
    light.className = status.isReceiving ? 'green' : '';
    light.textContent = status.isReceiving
      ? session ? 'Recording' : 'The game is connected: recording begins with the next session'
      : 'No packets from the game';
    byId('advice').hidden = status.advice === null;
    byId('advice').textContent = status.advice ?? '';
    const isRefused = status.tokenRefusal !== null;
    form.hidden = status.hasToken && !isRefused;
    byId('refusal').hidden = !isRefused;
    byId('refusal').textContent = isRefused ? 'Not connected any more: ' + status.tokenRefusal + '.' : '';
    if (!isFilled) form.server.value = status.server;
    isFilled = true;
    const rows = [];
    if (session) {
      rows.push(row('Session', session.title));
      rows.push(row('Lap', (session.lap ?? '–') + (session.laps ? ' of ' + session.laps : '')));
      rows.push(row('Cars', String(session.cars)));
      rows.push(row('Laps recorded', session.lapsSeen + ' of ' + session.lapsDriven));
    }
    if (status.format) rows.push(row('Format of the game', String(status.format)));
    rows.push(row('Packets', status.packetsPerSecond + ' a second, ' + status.lost + ' lost, ' + status.rejected + ' rejected'));
    const words = { off: 'not now', connecting: 'connecting …', refused: isRefused ? 'not connected' : (live.reason ?? 'refused') };
    rows.push(row('Live', live.state === 'live' ? link(live.address) : words[live.state]));
    rows.push(row('Waiting to be uploaded', status.uploads === 0 ? 'nothing' : String(status.uploads)));
    byId('values').tBodies[0].replaceChildren(...rows);
    byId('port').textContent = String(status.port);
    byId('addresses').replaceChildren(...(status.addresses.length === 0 ? ['the address of this computer'] : status.addresses.flatMap((address, index) => {
      const code = document.createElement('code');
      code.textContent = address;
      return index === 0 ? [code] : [' or ', code];
    })));
  }
  async function showNow() {
    show(await (await fetch('status.json')).json());
  }
  async function refresh() {
    try {
      await showNow();
    } catch {
      byId('light').className = '';
      byId('light').textContent = 'The recorder has been closed';
    }
    setTimeout(refresh, 1000);
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { server, code } = Object.fromEntries(new FormData(form));
    byId('pair-error').textContent = '';
    const response = await fetch('pair', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ server, code }) });
    if (!response.ok) byId('pair-error').textContent = (await response.json()).reason;
    else {
      form.code.value = '';
      await showNow();
    }
  });
  void refresh();
</script>
`;
