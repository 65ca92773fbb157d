import { LiveRegistration } from '../../entities/live-registration.ts';
import { LiveSummary, LiveTicket } from '../../entities/live-session.ts';
import { PairedRecorder, PairingCode, Recorder } from '../../entities/recorder.ts';
import { RecorderPairing } from '../bodies.ts';
import { describeObject, describeValue } from './component.ts';

const [socket, tcp] = LiveRegistration.entries.publish.options;
const token = 'The token of this registration: it publishes this live session, and nothing else.';
const name = 'The name of the recorder, for its owner.';

/** Live sessions and recorders. */
export const liveComponents = {
  LiveSummary: describeObject(LiveSummary, 'A live session in a list. Race data of a private one are null.', {
    id: 'The id of the live session.',
    userId: 'The user whose recorder it is.',
    userName: 'The name of that user; null without one.',
    trackId: 'The track; null before the first data.',
    sessionType: 'The type of the session; null before the first data.',
    leaderName: 'The name of the leader.',
    currentLap: 'The lap of the leader.',
    totalLaps: 'The laps of the race.',
    startedAt: 'When the session began.',
    lastDataAt: 'When the recorder last sent anything; null before.',
    isPrivate: 'Whether watching needs a key.',
    delaySeconds: 'By how much its owner delays what viewers see, in s.',
    state: 'live; recorderLost: the recorder has sent nothing for 3 s; ended.',
    sessionId: 'The stored session, once it has ended.',
    event: 'The event that it is the race of, in a season that the caller may see.',
  }),
  LiveEvent: describeObject(LiveSummary.entries.event.wrapped, 'The event that a live session is the race of.', {
    seasonId: 'The season.',
    eventId: 'The event.',
    seasonName: 'The name of the season.',
    league: 'The oldest league of the owner of the season that contains it; null for none.',
    round: 'The number of the event in the season, from 1.',
    name: 'The name of the event; null for one that is named after its track.',
    track: 'The track of the event.',
    teams:
      'Not in a list. The teams of the season, among which colours are shared out, of more than 64 the first that get one; absent for none.',
    teamColours: 'Those of them whose colours the owner of the season has chosen; absent for none.',
  }),
  SocketTarget: describeObject(socket, 'A recorder publishes over a WebSocket.', {
    transport: 'A WebSocket.',
    url: 'Its address.',
    token,
  }),
  TcpTarget: describeObject(tcp, 'A recorder publishes over TCP.', {
    transport: 'A TCP connection with one message a line.',
    host: 'Its host.',
    port: 'Its port.',
    token,
  }),
  PublishTarget: describeValue(LiveRegistration.entries.publish, 'Where a recorder publishes to.'),
  LiveRegistration: describeObject(LiveRegistration, 'A live session that was registered.', {
    id: 'The id of the live session.',
    epoch: 'Counts the registrations of this id; a new one ends the connection of the one before.',
    publish: 'Where to publish to.',
  }),
  LiveTicket: describeObject(LiveTicket, 'A pass to one private session, for one connection.', {
    ticket: 'The ticket, for the query of the connection.',
    expiresAt: 'Until when the connection must be opened.',
  }),
  PairingCode: describeObject(PairingCode, 'A code that connects one recorder to an account.', {
    code: 'The code, for people to type.',
    expiresAt: 'Until when it is valid.',
  }),
  RecorderPairing: describeObject(RecorderPairing, 'A code that is redeemed.', {
    code: 'The code; spaces, hyphens and the case of letters do not matter.',
    name,
  }),
  PairedRecorder: describeObject(PairedRecorder, 'A recorder that was connected.', {
    id: 'The id of the recorder.',
    token: 'Its token, shown this once: it publishes live sessions and uploads for its owner, and nothing else.',
    userName: 'The name of its owner; null without one.',
  }),
  Recorder: describeObject(Recorder, 'A recorder of the caller.', {
    id: 'The id of the recorder.',
    name,
    createdAt: 'When it was connected.',
    lastSeenAt: 'When its token was last used, to the minute; null before.',
  }),
};
