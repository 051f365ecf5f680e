"""Words that give nothing away: what stands in a private part and here is not looked for in other texts.

English by its stems: those of the documentation of some thousand programs, and everyday words. Then names of common
tools, formats and types, and the small words of some other languages, as they are.
"""

from codewatch.stems import stem

_ENGLISH = """
    aarch abbrev abbrevi abi abil abl abort about abov abs absenc absent absolut abspath abstract abus acceler
    accent accept access accesskei accessor accid accident accommod accompani accomplish accord accordingli account
    accumul accur accuraci achiev acinclud acknowledg acloc acquir across act action activ actual ad adapt add addit
    addition addon addr address addus adjac adjust admin administr advanc advantag advertis advic advis advisori
    affect affili affin afraid after afterward again against age agent aggreg aggress ago agre agreement ahead aim
    ajax aka alarm alert algo algorithm alia alias align alink aliv all alloc alloca allow allowlist alloydb almost
    alon along alongsid alpha alphabet alphanumer alreadi also alt alter altern although altogeth alwai ambigu amd
    ametzl among amount analog analysi analyt analyz ancestor anchor ancient and android angl angri annoi annot
    announc anonym anoth ansi answer anti any anybodi anymor anyon anyth anywai anywher apach apart api apicont
    apidoc apige app appar appear append apphub appl appli applic appreci approach appropri approv approxim apr
    april apt arbitrari arbitrarili arborist arch architectur archiv are area aren arg argc argpars argument argv
    aria aris arithmet arm armel armhf armi armor armv around arrai arrang arrow articl artifact asc ascend ascii
    asia ask asm asn aspect asprintf assembl assembli assert asset assign assist associ assum assumpt assur asterisk
    asymmetr async asynchron ate atexit atim atom attach attack attempt attent attest attr attribut audienc audio
    audit aug augment august auth authent author authorit authorship auto autoconf autogen autogener autom automak
    automat autopkgtest autoreconf autosc autotool aux auxiliari avail averag avoid awai await awar awkward aws axi
    azur babi back backend background backlog backoff backport backslash backspac backtrac backup backward bad badg
    badli bag bail balanc banana band bandwidth bank banner bar bare barrier base baselin basenam bash basi basic
    batch baz be beach becam becaus becom bed been beer befor began begin behalf behav behavior behaviour behind
    believ bell belong below benchmark benefit besid best beta better between beyond beyondcorp bgcolor bidirect big
    bigger bigint bigon bigqueri bigtabl bill billion bin binari binauthz bind bindir binmod binutil birthdai bisect
    bison bit bitmap bitter bitwis black blacklist blame blank bless blindli blkid blob block blog blood blue bms
    bodi bogu boilerpl bold bone book bookworm bool boolean boost boot bootstrap border boss both bother bottl
    bottom bought bound boundari box brace bracket brain branch brand bread break breakag breakpoint bridg brief
    bright bring broadcast broke broken brother brought brown brows browser bsd bucket budget buf buffer bufsiz bug
    bugfix buggi bugreport bugzilla build buildd builddir builder buildflag built builtin bulk bullet bullsey bump
    bunch bundl bus busi buster but butter button buy bye bypass byte bytearrai bytecod bzero bzip cach calcul
    calendar call callabl callback caller calloc came can cancel candid cannot canon canonic cap capabl capac capit
    captur car card care carefulli caret carnil carri carriag cart case cast cat catalog catch categori catfil
    caught caus caution caveat cdb ceil cell cellpad cellspac center central cert certain certainli certif cfg cflag
    cgi cgit cgroup chain chair challeng chanc chang changelog channel chapter char charact characterist charg
    charset chdir cheap check checkbox checker checkout checksum chees cherri chicken child children chmod choic
    chomp choos chop chosen chown chromium chroot chunk cidr cipher circl circular circumst cjs cjwatson claim clang
    clarif clarifi clariti clash class classic classifi classmethod claus clean cleaner cleanli cleanup clear
    clearer clearfix clearli clever cli click client clobber clock clone close closer closest closur cloud
    cloudbuild cloudresourcemanag cloudrun cls cluster clutter cmake cmd cmdline cmp coat code codebas codec
    codepath codespeak coffe col colab cold collabor collabora collaps colleagu collect collis colon color colour
    colspan column com combin come comm comma command commandlin comment commerci commit committ common commonli
    commun comp compact compani compar comparison compat compil complain complaint complement complet complex compli
    complianc compliant complic compon compos composit compound comprehens compress compressor comput concat
    concaten concept concern concret concurr cond condit condition conf conffil confidenti config configur confirm
    conflict conform confus conjunct conn connect connector consecut consent consequ conserv consid consider consist
    consol consolid const constant constitut constrain constraint construct constructor consult consum consumpt
    contact contain content context contigu continu contract contrast contrib contribut contributor control conv
    conveni convent convers convert cooki cool coopersmith coordin cope copi copper copyright core corepack coreutil
    corner correct correctli correspond corrupt cosmet cost could couldn count counter counterpart coupl cours court
    cover coverag cpan cpp cppcheck cpu cqs cqt craft crash crc creat creation creator credenti credit crime
    criteria critic crl croak cron cross crt cruft crypt crypto cryptograph cryptokei css csv ctime ctor ctrl ctx
    ctype cumul cup curl curli current cursor curv custom cut cvs cvsignor cwd cycl cygwin daemon dai daili daisi
    damag danc danger dangl dark darwin dash data databas datadir dataflow datagram dataplex dataproc dataset
    datastor datastream date datetim day daylight dbg dbgsym dbu dead deadlin deadlock deal dealloc debconf debhelp
    debian debug debugg debuginfo dec decemb decid decim decis decl declar decod decompress decompressor decor
    decreas decrement decrypt dedic deem deep deeper deepli def default defer defin definit deflat del delai deleg
    delet deliber delimit deliv deliveri delta demand demangl demo demonstr deni denial denot dep depend deploi
    deploy deprec depth der deref derefer dereferenc deriv desc descend describ descrip descript descriptor desert
    design desir desk desktop despit dest destin destroi destruct destructor detach detail detect detector determin
    determinist dev devel develop devic dfsg dgram dgst dhparam di diablo diag diagnos diagnost dialog dicom dict
    dictionari did didn die diff differ differenti difficult digest digit dimens dir direct directli directori
    dirent dirmngr dirnam dirti disabl disallow disappear disast discard disclaim disconnect discourag discov
    discoveri discuss disk dispatch displai dispos disposit disrupt dist distanc distcheck distclean distinct
    distinguish distribut distributor distro distutil div divid divis dll dlopen dns do doc docbook docdir docker
    dockerfil docstr doctor document docutil doe doesn doko dollar domain don done dont door dot doubl doubt down
    downgrad download downstream doxygen dpkg draft drain draw drawn dress drink drive driven driver drop drove dry
    dsa dsaparam dtd dual due dumb dummi dump dup duplic durat dure dynam each ear earli earlier earth eas easi
    easier easili east eat eaten echo ecparam edg edit editor edu effect effici effort egg egrep egress eight either
    elaps electron elem element eleven elif elig elimin ellipsi els elsewher elsif emac email emb embed embedd emit
    empti emul enabl enc enclos encod encount encourag encrypt enctyp end endian endif endless endors endpoint
    endswith enforc engin enhanc enough ensur enter enterpris entir entireti entiti entitl entri entropi enum enumer
    env environ envvar eof epat ephemer epoch equal equiv equival eras err errata errno erron error errstr escap
    eslint especi essenti establish estim etag etc europ eval evalu even event eventarc eventu ever everi everybodi
    everyon everyth everywher exact exactli examin exampl exc exce exceed except excess exchang exclam exclud exclus
    exe exec execut executor exercis exhaust exist exit exodist exp expand expans expect expens experi experiment
    expir expiri explain explan explicit explicitli explor expon exponenti export expos expr express expressli ext
    extend extens extent extern extra extract extran extrem eye face facil facilit fact factor factori fail failov
    failur fairli fake fall fallback fallen falloc fallthrough fals famili familiar fanci far fashion fast faster
    fastest fatal father fault faulti favor favour fclose fcntl fds featur feb februari fed feder fee feed feedback
    feel feet fell fellowship fetch few fewer ffii field fifo fifthhorseman fifti figur file filehandl filelist
    filenam fileno filestor filesystem fill film filter final find finder fine finer finger fingerprint finish finit
    fip fire firebas firestor firewal firmwar first fish fit five fix fixup flag flaki flat flatten flavor flaw
    fleet flew flex flexibl flight flip float flock floor flow flower flown flush fly fmt fname fnmatch focu fold
    folder folk follow font foo foobar foot footer footprint fopen for forbid forbidden forc foreach forego
    foreground foreign forest forev forget forgot forgotten fork form formal format formatt former formerli forth
    forti forward found four fourth fprintf fraction fragment frame framework free freebsd freed freedesktop freedom
    freeli freez frequenc frequent fresh fridai friend friendli frodo from front frontend frozen fruit fsck fstat
    fsync ftbf ftp ftruncat fudg fulfil full fulli fullnam func function functool fundament furnish further fuse
    futur fuzz fuzzer fuzzi gain garbag garden garypennington gatewai gather gave gbp gcc gcloud gcp gcr gcrypt gcs
    gdb gdbm gemini gen gendsa gener genpkei genrsa gentoo geometri get getaddrinfo getattr getcwd getenv
    gethostbynam getitem getlin getopt getrandom getregentri getsocknam getter gettext gettim getvalu gid gif
    gigabyt git gitattribut github gitignor gitlab gitmodul gitweb give given gke gkebackup gkehub glass glib glibc
    glob global glossari glue glyph gmail gmtime gmx gnome gnu gnulib gnupg gnutl go goal goe gold gone good googl
    googleapi googlecloudsdk got goto govern gpg gpl grab grace gracefulli grai grain grammar grant granular graph
    graphic grass great greater greatli green grei grep grew groff group grow grpc gserviceaccount gtk gtoc guarante
    guard guess guest guid guidelin gzip hack had hair half halt hand handi handl handler handshak hang happen happi
    har hard hardcod harden harder hardlink hardwar harmless has hasattr hash hasn hat hate have haven head header
    health healthcar healthi heap heart heavi heavili height held hello help helper henc here herebi herein herrb
    herself heurist hex hexadecim hexdump hey hidden hide hierarch hierarchi high higher highest highli highlight
    hill himself hint hire his histogram histor histori hit hlj hmac hold holder hole holidai home homedir homepag
    honor hook hope hopefulli horizont hospit host hostnam hot hotel hotmail hour hous how howev howto hppa hpux
    href html http hub huge human hundr hungri hunk hurd hurt husband hyphen iam iap icon iconv idea ideal idempot
    ident identif identifi idiom idl idlelib ids idx ietf ifdef ifndef ignor illeg illustr imag imap img immedi
    immut impact imperson impl implement impli implic implicit implicitli import importlib impos imposs improp
    improperli improv inact inadvert inappropri inbound includ includedir inclus incom incompat incomplet inconsist
    incorpor incorrect incorrectli increas increment incrementaldecod incrementalencod incur inde indefinit indent
    indep independ index indic indirect indirectli individu ineffici inet inexist infer infin infinit influenc info
    inform infra infrastructur infring ing ingress inher inherit inhibit init initi initialis inject inlin inner
    inod input insecur insensit insert insid insight insn inspect inspector inspir inst instal instanc instanceof
    instanti instead instruct instrument insuffici int intact integ integr intellig intend intent intention inter
    interact intercept interconnect interest interfac interfer interim interior intermedi intern internation
    internet interoper interpret interrupt interv intl into intrins intro introduc introduct introspect inttyp
    invalid invari inventori invers invert investig invis invit invoc invoic invok involv ioctl iop ipv iron irrelev
    irrespect isdir isfil isinst island isn iso isol issu issuer istanbul ital item iter itertool its itself jan
    januari jar java javascript jcristau jeremyhu job join journal json judg juic jul juli jump jun june junk just
    justif justifi kafka keep keepal kei keithp kept kernel key keyboard keygen keyr keyword kfreebsd kibi kill kind
    king kitchen kludg kms knee knew knife know knowledg known kube kubeconfig kubectl kubernet kwarg label lack
    lake lambda lamp land lang languag laptop larg larger largest last late latenc later latest latin latter launch
    law lawyer layer layout lazi lazili ldconfig lead leaf leak learn least leather leav left leftov leg legaci
    legal lemon len length less let letter level lexer lexic liabil liabl lib libblkid libc libcrypt libdir libexec
    libexslt libffi libgcrypt libglib libmount libpthread librari libssl libstdc libtool libuuid libuv libxcb libxml
    libxslt licenc licens life lifecycl lifetim light lightweight like likewis limit line linear lineno link linkag
    linker lint lintian linux list listen lite liter littl live llvm load loadabl loader loan local localhost
    localtim locat lock lockfil log logfil logger logic login logo long longer longest look looker lookup loop
    loopback loos lose loss lost lot loud loup love low lower lowercas lowest lpr lseek lstat lxml lyon lzma mac
    mach machin machineri maco macro made magic mail mailmap mailto main mainli maint maintain mainten maintscript
    major make makefil makeinfo makeshlib malform malici malloc man manag mandatori mandriva mangl mani manifest
    manipul manner manpag manual map mar march margin mark markdown marker markup mask master match matcher materi
    math matrix matter maven max maximum maxsiz may mayb mean meaning meant measur meat mechan media medium meet
    megabyt mem member membership memcach memcmp memcpi memleak memmov memori memorystor memoryview memset memsiz
    mention menu merchant mere merg mesa mesh meson mess messag met meta metadata metal metastor meth method metric
    micro microsecond microsoft middl midnight might migrat milk million millisecond mime min mind mingw mini minim
    minimum minipass minor minu minut mip mipsel mirror misc miscellan mishandl mislead mismatch misplac misrepres
    miss mistak mistakenli misus mit mitig mix mjs mkdir mkdtemp mkstemp mktemp mmap mobil mock mod mode model
    modern modif modifi modul modular modulo moment mondai monitor monoton month moon more morn most mostli mother
    mount mountain mous mouth move movement movi mozilla msg msvc mtime much multi multiarch multibyt multicast
    multiclust multilib multilin multipart multipl multipli multithread music musl must mutabl mutat mutex mutual
    myclust myproject myself mysql name namespac nand nanosecond nanosleep narrow nasti nativ natur nav navig nbsp
    ncurs near nearest nearli necessari necessarili neck need needless neg negat negoti neighbour neither nest net
    netapp netbsd netmask network networkconnect networksecur never new newer newest newli newlin next nice nicer
    nine ninja nobodi nocheck node nodej noinst nois noisi nokia non nonc none nonexist nonsens nonzero noop nor
    normal northeast nose not notabl notat note notebook noth notic notif notifi notion noudeb nov novemb now
    nowadai npm npmcli npmj npmrc nroff nseq nthe nuke null num number numer nvidia oauth obj object obscur observ
    obsolet obtain obviou obvious occasion occur occurr ocean ocsp oct octal octet octob odd off offend offer offic
    offici offlin offset often okai old older oldest oldstabl omega omiss omit on onc one ongo onli onlin onto oop
    opaqu opcod open openbsd opendir openpgp opensourc openssl oper operand opportun oppos opposit ops opt optim
    optimist option oracl orang order ordinari org organ orient orig origin orphan oss other otherwis ought our
    ourselv out outbound outcom outdat outer outfil outgo outlin output outsid outstand over overal overflow
    overhead overlai overlap overli overload overrid overridden overrun overview overwrit overwritten own owner
    ownership pack packag packet packfil pad page pager paint pair pam panic paper paragraph parallel param paramet
    paren parent parenthes parenthesi pars parser part parti partial particular particularli partit partli pass
    passcod passphras passwd password past patch patent path pathnam pathspec pattern paus pay payload payment pbkdf
    pdf peac pedant peek peer pem pend peopl per percent percentag perf perfect perfectli perform perhap perimet
    period perl perldoc perman permiss permit perpetu perror persist person pertain phase phone photo php phrase
    physic pick picker pictur pid piec pin ping pink pip pipe pipelin pitch pixel pkc pkei pkeyparam pkeyutl pkg
    pkgconfig place placehold placement plai plain plainli plaintext plan plane plastic plate platform pleas plu
    plug plugin plural png pobox pod point pointer pointless polic polici policycontrol poll pollut pool poor poorli
    pop popul popular popup port portabl portion pos posit posix possibl possibli post postgresql postinst postrm
    postur potato potenti power powerpc ppc practic pragma pre preambl preced precis precompil predefin predic
    predict preemptibl prefer prefix preinst preliminari preload prematur prep prepar prepend preprocessor
    prerequisit presenc present preserv preset press presum pretend pretti prev prevent preview previou previous
    price primari primarili prime primit princ princess princip print printabl printer printf prior prioriti prison
    priv privaci privat privateca privileg probabl probe problem problemat proc proce procedur proceed process
    processor prod produc product profil prog program programlist programm programmat progress prohibit proj project
    promin promis promot prompt prone proof prop propag proper properli properti propos proprietari protect proto
    protobuf protocol prototyp prove provid provis proxi prune pseudo pthread ptr pub pubkei public publicli publish
    pubsub pull punctuat punycod pure purg purpl purpos push put pwd pypi python qsort qualifi qualiti qualnam queen
    queri querystr question queu queue quick quickli quiet quilt quit quot quota quotat qux race rain rais ran rand
    random randomli rang rare rate rather ratio rational raw reach reachabl react read readabl readdir reader readi
    readlin readlink readm readonli real realiti realli realloc realm realpath reason rebas reboot rebuild rebuilt
    recaptcha receiv recent recipi recogn recognit recommend recompil record recov recoveri recreat recurs recv red
    redefin redefinit redhat redi redirect redistribut redo reduc reduct redund reenabl reentrant ref refactor
    refcount refer referenc reflect reflog refresh refus reg regard regardless regener regex regexp region regist
    registr registri regress regular rehash reject rel relat relationship relax releas relev reli reliabl reload
    reloc relocat remain remaind remark rememb remot remov renam render reopen reorder reorgan repack repair repeat
    repeatedli repetit repl replac replai repli replic replica repo report repositori repr repres represent reproduc
    req request requir res research reserv reset resid resiz resolut resolv resourc resp respect respond respons
    rest restart restor restrict result resum ret retain retent retri retriev return retval reus rev reveal revers
    revert review revis revoc revok rework rewrit rewritten rfc rice rich rid right ring riscv rise risk river rmdir
    roadmap robust role roll rollback rollout roof room root rose rotat rough roughli round rout router routin row
    royalti rpath rsa rsautl rst rstrip rsync rule run runner runtim sad safe safer safeti sai said sake salari sale
    salsa salt same sampl san sandbox sane sanit saniti satisfi saturdai savannah save say sbin scalabl scalar scale
    scan scanner scc scenario sched schedul schema scheme school scope score scratch screen script scroll sdk sea
    search sec second secondari secret section sector secur sed see seed seek seekabl seem seen segfault segment
    select selector self selinux sell semant semaphor semi semicolon semver send sender sendmsg sens sensibl sensit
    sent sentenc sentinel sep separ sept septemb seq sequenc sequenti seri serial seriou serv server servic sess
    session set setattr setenv setgid setlocal setsockopt setter setuid setup setuptool seven sever sgml sha shadow
    shall shallow shape share sharp shebang shell shellcheck shield shift ship shirt shlib shoe shop short shortcut
    shorten shorter shortest shorthand shortli shot should shoulder shouldn show shown shrink shut shutdown sibl
    sick side sig sigact sign signal signatur signed signer signific significantli silenc silent silli silver
    similar similarli simpl simpler simplest simpli simplif simplifi simul simultan sinc sing singl singleton sink
    sister sit site situat six size sizeof skeleton skin skip sky slash sleep slept slice slight slightli sloppi
    slot slow slower small smaller smallest smart smcv smime smooth snapshot snippet snow snprintf sock sockaddr
    socket socketpair soft softwar solari sold soldier sole solut solv some somebodi somehow someon someth sometim
    somewhat somewher sonam song soon sorri sort soul sound sour sourc sourceforg sourcewar southeast space spam
    span spanner sparc spare spark spars spawn speak spec special specif specifi speech speed speedup spell spent
    sphinx spin spkac splice split spoke spoon spot spread sprint sprintf spuriou sql sqlite sqrt squar squash src
    srcdir ssh ssize ssl stabil stabl stack stacklevel stacktrac stage stai stale stamp stand standalon standard
    standup star start startswith startup stash stat state statement static staticmethod statist statu std stderr
    stdin stdint stdio stdlib stdout steal steel step stick sticki still stone stood stop storag store stori storm
    str strai straight straightforward strang strategi strcmp strcpy strdup stream streamread streamwrit street
    strength strerror stress stretch strftime strict stricter strictli string stringifi strip strlen strncpy strong
    stronger strongli struct structur stub stuck student stuff stupid style stylesheet sub subclass subcommand
    subdir subdirectori subdivi subject sublicens submiss submit submodul subnet subnetwork subprocess subroutin
    subscrib subscript subsect subsequ subset subst substanti substitut substr subsystem subtl subtract subtre
    subtyp succe succeed success successfulli successor such sudo suffer suffici suffix sugar suggest suit suitabl
    sum summari sun sundai super superfici superflu superproject supersed superset superus supplementari suppli
    supplier support suppos suppress sure surfac surpris surrog surround surviv suse suspect suspend svg svn swap
    sweet swim switch swpat sym symbol symlink symmetr sync synchron synonym synopsi syntact syntax synthet sys
    syscal sysconfig sysctl sysf syslog sysroot system systemd tab tabindex tabl tag tail taint take taken talk tall
    tar tarbal target task taught tax taxonomi tbodi tcp tdg tea teacher team teardown technic techniqu teeth tell
    temp tempfil templat temporari temporarili ten tenanc tenant tend term termcap termin terminfo terminologi
    terraform ters tesla test testcas testsuit texi texinfo text textual than thank that the thei their them theme
    themselv then theoret theori there therebi therefor thereof these thi thick thin thing think third thirti those
    though thought thousand thread threadsaf threat three threshold through throughout throughput throw thrown thu
    thunder thursdai ti tick ticket tidi tier tild time timeout timer timestamp timezon tini tion tip tire titl
    tjaalton tkinter tls tmac tmp tmpdir toc todai todo togeth toggl token told toler tomato tomorrow tongu tonight
    too took tool toolchain toolkit tooth top topic toplevel topologi total touch toward tpu trace traceback track
    tracker trade trademark tradit traffic trail trailer train transact transfer transform transient transit
    translat translationproject transmiss transmit transpar transport trap travers travi treat treatment tree tri
    trial triangl trick tricki trigger trim trip tripl trivial troff troubl true truli trunc truncat trunk trust
    truth try ttl tty tuesdai tune tunnel tupl turn tutori tweak twelv twenti twice two txt type typedef typeof
    typic typo ubuntu udeb udev ugli uid uint ultim umask umount unabl unaffect unalign unam unambigu unari
    unauthent unavail unawar unbound unbreak uncaught unchang uncheck unclear uncommon uncompress uncondit
    uncondition undeclar undef undefin undelet under underflow underli underlin underscor understand understood
    undesir undici undo undocu unencrypt unescap unexpect unexpectedli unfinish unfortun unhandl unhealthi uni
    unicod unifi uniform unimpl uniniti uninitialis uninstal unintend union uniqu unistd unit unittest univers unix
    unknown unless unlik unlimit unlink unload unlock unmanag unmodifi unnecessari unnecessarili unneed unpack
    unpredict unprivileg unquot unreach unread unrecogn unref unregist unrel unreli unresolv unsaf unset unshift
    unsign unspecifi unstabl unsuccess unsupport untermin untest until untouch untrack untrust unus unusu unvers
    unwant unwind unwrap unzip upcom updat upgrad upload upon upper uppercas ups upstream uptim urandom urgenc uri
    url urlencod urllib us usabl usag uscan use useless user userinfo usernam userspac usr usual utf util utim uuid
    uwinnipeg vacat val valgrind valid valign valu van var vararg vari variabl variablelist variant variat varieti
    variou vault vector vendor verb verbatim verbos verbum veri verif verifi versa version versu vertic via vice
    video videotron view viewer viewport vim violat virtual visibl vision visit visual vlink vms vmware void volatil
    volum vorlon vpc vpn vroff vsnapshot vsnprintf vulner wai wait waitpid wake walk wall want wantarrai war warm
    warn warranti was wasi wasm wasn wast watch water way wchar weak weakref web webcrypto websit webstream
    wednesdai week weekend weight weird welcom well went were weren west wet what whatev whatsoev whatwg wheel when
    whenev where wherea wherebi wherev whether which whichev while white whitelist whitespac who whole whom whose
    why wide wider widget width wife wiki wikipedia wild wildcard will win wind window wine winsock wire wise wish
    with within without won wonder wood word work workaround worker workflow workforc workload workspac workstat
    worktre world worldwid worri wors worst worth would wouldn wrap wrapper writabl write writer writev written
    wrong wrongli wrote www xarg xhtml xlib xmalloc xml xmln xmlphp xmlsoft xmlto xorg xserver xsl xsldbg xslt
    xsltproc xterm xutil xxx xyz yahoo yaml year yellow yes yesterdai yet yield yml you young your yourself zend
    zero zip zlatkov zlib zonal zone zstd
"""
_TOOLS = """
    a11y aarch64 aes alpine amazon amd64 angular ansible anthropic argocd arm64 asgi babel base64 bazel bios
    bitbucket bun bundler cargo cd celery centos ci circleci claude clojure cloudflare cobol codewatch codex conda
    confluence coroutine cors crontab crud csharp csrf cuda cypress dao dart datadog deno deserializer dhcp
    digitalocean discord django dotenv dotnet dto dynamodb ec2 elasticsearch elixir elseif envoy erlang es6 esbuild
    fastapi fedora figma fixme flake flask float32 float64 flutter fn fortran fsharp fullstack func1 golang
    goroutine gpt gpu gradle grafana graphql groovy gui gunicorn h264 haproxy haskell hdd helm heroku hibernate
    http2 httpd huey huggingface i18n ico int32 int64 intellij ios ipv4 ipv6 isort istio jenkins jest jetbrains jira
    jpeg jpg jsonl jsx julia jupyter jwt k8s keras kibana kotlin l10n langchain laravel latex ldap llama lldb llm
    log4j logstash lua mariadb matlab mcp md5 mdx mfa microservice middleware mistral mocha mongodb monorepo mp3 mp4
    mr mvc mypy neovim netlify nextjs nginx nosql nox npx numpy nuxt oauth2 ocaml oidc ollama openai openapi opengl
    opensearch orm osx otp pagination pandas peewee phoenix pipenv playwright pnpm poetry postgres powershell pr
    prettier prometheus prs pulumi puppeteer py311 py312 pycharm pydantic pylint pyright pytest python3 pytorch qt
    rabbitmq rails ram rds redux rollup rpc rspec ruby rubygems ruff rust s3 saml sass scala scipy scss selenium
    sentry seo sftp sha256 sha512 sklearn slack smtp sns spa splunk spring springboot sqlalchemy sqlite3 sqs ssd sso
    ssr svelte swagger swift symfony tailwind tauri tensorflow toml totp tox traefik tsv tsx typescript udp uefi ui
    uint8 usb utf8 uv uvicorn ux vagrant venv vercel virtualenv vite vitest vscode vue vue3 vulkan wal webassembly
    webhook webp webpack websocket wsgi x86 xcode xss yarn zsh
"""
_OTHER_LANGUAGES = """
    aan aber ahora ainda algún alleen allem allen aller alors als anche ancora ander andere anderen antes après aqui
    aquí assez assim así até auch auf aunque aus aussi autre autres avant avec avere avoir bei beim bene bien bij
    bis bist bitte bon bonjour brauche brauchen buenos cada casi ceci cela celui ces cet cette che chez chi ciao
    como con contra contraseña contre cosa così cual cuando cuenta dabei dafür daher dal dalla damit dan danach dann
    dans daran darauf daraus darf darin das dass dat datei daten davon dazu dei dein deine dele della delle dem den
    denn depois depuis deren des desde deshalb dessen deux deze dich diese diesem diesen dieser dieses dit doch doen
    dois donc donde dopo dort dos dove durch dus eben een eens ein eine einem einen einer eines einmal ela eles ella
    elle elles ellos em encore entre então er era eran eres erst erste es esa ese eso essa esse est esta estas este
    esto estos estou está están etwas eu euch euer eux faire fait fare fatto faut fazer fehler fichier foi fue für
    ganz geen gegen geht gemacht gerade gern gibt gli gracias grazie gut gute guten habe haben hace hacer hacia
    hallo hanno hasta hatte hatten hay heb hebben heeft heißt het heute hier hij hinter hoe hola ich ici ieri iets
    ihm ihn ihnen ihr ihre ihrem ihren ihrer ik ils immer ins isso ist isto jamais jede jeder jedes jetzt jij jullie
    já kan kann kannst kein keine keinen komen kunde kunden kunnen können könnte las lassen leur leurs loro lors los
    läuft maar machen macht mai mais maken mal mas meer mehr mein meine meinem meinen meiner mejor meno menos merci
    mes meu mi mich mientras mij mijn minha mio mir mis mismo mittwoch moet moeten moins molto mon morgen mot mots
    mucho muchos muito muss muy más même müssen naar nach nada namen neben nei nein nel nella nem nenhum neu neue
    neuen nicht nichts niente niet niets ningún noch nog noi nos nosotros nossa nosso nostro notre nous nouveau
    nouvelle nu nuestro nueva nuevo nun nunca nur não nós oben obrigado oder oggi ogni ohne omdat onde onder onze
    ook otra otro oui par para parce pas passwort pela pelo pendant perché pero però peu peut più poco pode poi por
    porque pour pourquoi pouvoir prima projekt puede puedo pues può qual quale quand quando que quel quelle quello
    quem questa questo qui quien quiero quoi qué rechnung schon según sehr sein seine seinem seinen seiner seit sem
    sempre senha senza ser ses seu si siamo sich sie siempre sin sind sobre soll sollen sollte solo son sono sonst
    sont sopra sous soy sua sul sulla suo sur sus sí só también também tan tanto te tem tengo tenho ter tiene tienen
    toch tous tout toute toutes tra trop troppo très tu tudo tutti tutto uit um uma una unas und une uno unos uns
    unser unsere unten unter usted vamos veel vers viel viele você voi voici voilà vom von voor vor vos vostro votre
    vous voy waar wann waren warum wat weg wegen weil weiter welche wenn wer werd werde werden wie wieder wij wir
    wird wirklich wo worden wordt wurde wurden zal zeit zich zij zijn zonder zou zum zur zwei zwischen être über
"""
# A word that says nothing about what is said with it.
SMALL = frozenset(
    """a an and are as at be been but by can could did do does for from had has have he her him his i if in into is it
    its let me my no not of on or our out she so such than that the their them then there these they this those to too
    up us was we were what when where which while who why will with would you your going go get got just all""".split()
)
SMALL_UNSPACED = frozenset(
    "的了是在吗呢吧我你他她它们请把就都也和与或这那个有要会能为给被让对从到上下中怎么什哪里のはをにがでともかしたすまいるれ"
)
ORDINARY_UNSPACED = """
    データベース サーバー ファイル ユーザー プロジェクト エラー テスト プログラム サービス システム アプリケーション
    コード メッセージ フォルダ ブランチ コミット パスワード リポジトリ 数据库 服务器 文件夹 用户名 应用程序 测试用例
    配置文件 데이터베이스 프로젝트 사용자 서버
"""
COMMON_NUMBERS = frozenset(
    """1000 1024 2000 2048 3000 3306 4000 4096 5000 5432 6379 8000 8080 8192 8443 8888 9000 9090 9999 10000 16384
    27017 32768 65535 65536 100000 1000000""".split()
)
COMMON_NAMES = frozenset(
    """utf-8 utf-16 utf-32 utf_8 sha-1 sha-256 sha-512 iso-8859-1 latin-1 windows-1252 x86_64 x86-64 es-6 h.264 base-64
    aes-128 aes-256 gpt-4 gpt-5 gpt-4o c++11 c++17 c++20 us-east-1 us-west-2 eu-west-1 eu-central-1""".split()
)
_STEMS = frozenset(_ENGLISH.split())
_WORDS = frozenset((*_TOOLS.split(), *_OTHER_LANGUAGES.split()))


def is_ordinary(word: str) -> bool:
    """Return whether a word, in lower case, says nothing about anybody."""
    return word in _WORDS or (word.isascii() and word.isalpha() and stem(word) in _STEMS)
