import { describe, expect, it } from 'vitest';
import { parseCommand } from './parse-command.ts';

describe('parseCommand', () => {
  it('takes photos and looks for damage by default', () => {
    expect(parseCommand(['inspect', 'a.jpg', 'b.jpg'])).toEqual({
      name: 'inspect',
      photos: ['a.jpg', 'b.jpg'],
      tasks: ['damage_detection'],
      json: false,
    });
  });

  it('takes every option', () => {
    const words = 'inspect --json a.jpg --tasks damage_detection,image_ocr --threshold 0.3 --image-type vin';
    expect(parseCommand([...words.split(' '), '--annotated', 'out', '--models', 'm'])).toEqual({
      name: 'inspect',
      photos: ['a.jpg'],
      tasks: ['damage_detection', 'images_ocr'],
      threshold: 0.3,
      imageType: 'VIN',
      json: true,
      annotated: 'out',
      models: 'm',
    });
  });

  it.each([['--help'], ['-h'], ['help']])('helps at %s', (word) => {
    expect(parseCommand([word])).toEqual({ name: 'help' });
  });

  it('tells its version', () => {
    expect(parseCommand(['--version'])).toEqual({ name: 'version' });
  });

  it.each([
    [[], /^Say what to do/],
    [['look', 'a.jpg'], /no command "look"/],
    [['inspect'], /at least one photo/],
    [['inspect', 'a.jpg', '--colour'], /^Unknown option '--colour'; see kerbside --help$/],
    [['inspect', 'a.jpg', '--tasks', 'images_ocr', '--image-type', 'menu'], /one of PASSPORT.*not "menu"/],
    [['inspect', 'a.jpg', '--image-type', 'VIN'], /images_ocr, which is not among the tasks/],
    [['inspect', 'a.jpg', '--tasks', 'polish'], /no task "polish"; there are: damage_detection/],
    [['inspect', 'a.jpg', '--tasks', ''], /no task ""/],
    [['inspect', 'a.jpg', '--threshold', '2'], /from 0 to 1, not "2"/],
    [['inspect', 'a.jpg', '--threshold', ''], /from 0 to 1/],
    [['inspect', 'a.jpg', '--threshold', '0.5', '--tasks', 'images_ocr'], /not among the tasks/],
    [['inspect', 'a.jpg', '--annotated', ''], /--annotated needs/],
    [['inspect', 'a.jpg', '--models'], /--models/],
  ])('refuses %j in one line', (words, reason) => {
    expect(() => parseCommand(words)).toThrow(reason);
    expect(() => parseCommand(words)).not.toThrow(/\n/);
  });
});

describe('kerbside serve and kerbside token', () => {
  it('serve where nothing is said', () => {
    expect(parseCommand(['serve'])).toEqual({
      name: 'serve',
      port: 8787,
      host: '127.0.0.1',
      allowPrivateUrls: false,
    });
  });

  it('take every option', () => {
    const words = 'serve --port 0 --host 0.0.0.0 --data folder --models m --allow-private-urls';
    expect(parseCommand(words.split(' '))).toEqual({
      name: 'serve',
      port: 0,
      host: '0.0.0.0',
      data: 'folder',
      models: 'm',
      allowPrivateUrls: true,
    });
    expect(parseCommand('token --user u1 --org o1 --expires 30m --permissions a,b'.split(' '))).toEqual({
      name: 'token',
      user: 'u1',
      organization: 'o1',
      expiresInSeconds: 1_800,
      permissions: ['a', 'b'],
    });
  });

  it.each([
    [['serve', 'now'], /options only, not "now"/],
    [['serve', '--port', '65536'], /from 0 to 65535/],
    [['serve', '--port', ''], /from 0 to 65535/],
    [['serve', '--data', ''], /--data needs/],
    [['serve', '--threshold', '1'], /--threshold is for inspect, not for serve/],
    [['inspect', 'a.jpg', '--port', '1'], /--port is for serve/],
    [['token'], /whose token/],
    [['token', '--user', 'u', '--expires', 'soon'], /30m, 8h or 7d, not "soon"/],
    [['token', '--user', 'u', '--expires', '0h'], /not "0h"/],
  ])('refuse %j in one line', (words, reason) => {
    expect(() => parseCommand(words)).toThrow(reason);
    expect(() => parseCommand(words)).not.toThrow(/\n/);
  });
});
