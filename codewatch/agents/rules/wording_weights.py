"""The weights by which a sentence sounds like a rule: made by tests/bench/wording.py, not by hand."""

INTERCEPT = -0.6
# A weight and the signs that have it, for the rule and against it.
TABLE = """\
+0.9 never
+0.7 CAPITAL NO_FULL_STOP always comments ensure must prefer
+0.6 1:never LABEL change commit commits follow include keep should style
+0.5 / 1:all 1:always 1:if 1:prefer 1:we 1:when 2:and VERB_FIRST characters existing feature names naming not
+0.5 patterns prefix specific test type use user uses
+0.4 # .+md 100 15 1:docs 1:keep 1:python 1:use 2:commit 2:names 2:no 2:should a+new adding before changes contain
+0.4 describe description do+not documentation end english entry explicit frontend functions header if match md
+0.4 module modules obvious pattern pr production public pull+request push python+3 react say space state tests
+0.4 this+file to+the types unless was what when why —
+0.3 ( ) 1:an 1:and 1:follow 1:our 1:typescript 2:add 2:by 2:functions 2:must 2:public 2:pull 2:use 3+. :+: :+the
+0.3 LENGTH_4 action already and+must and+you annotations assert async avoid because body branch break cause
+0.3 change+. classes clear code components docs docs+/ doesn't e+. editing example explain explaining feat
+0.3 filenames fixes for+example have+a helpers immediately imports in+tests indentation inline integration leave
+0.3 letter line lines mark methods null of+code on+its operation over p parameter pnpm prefixed present pull
+0.3 quality rather+than reference regenerate repo say+what send stale string strings structure subsequent that+the
+0.3 the+change the+first the+test them+. this+repo to+keep treat typescript ui update v+2 whenever you+add
+0.2 (+. )+. .+/ .+g .+rs /+index /+src 0 1:avoid 1:be 1:code 1:comments 1:commit 1:describe 1:docstrings
+0.2 1:documentation 1:ensure 1:include 1:instead 1:integration 1:match 1:minimize 1:new 1:test 1:unit 1:update 2
+0.2 2+e 2:any 2:clear 2:concise 2:don't 2:example 2:existing 2:files 2:not 2:options 2:private 2:store 2:uncertain
+0.2 2:uses 80 :+. :+use WHEN_DOING a+comment a+different a+feature a+short add against all+new an+api apis app
+0.2 apply approval are as+the assertions atomic backend be+a be+concise because+it before+committing before+the
+0.2 behavior being blocks branches breaks build+. bun by+the c cargo changelog changes+to characters+. clarity
+0.2 class commands commas comment commit+message commit+messages committing committing+. compatibility component
+0.2 computed concise consumer correct corresponding cover crates create+new creating credential curly describe+the
+0.2 description+. diffs doc docstrings documented e+2 efficiency enums errors errors+. es exceptions existing+code
+0.2 exists explain+the explanations feature+branch feature+flags fields file files+for fix+: flags focused follows
+0.2 for+command for+database for+functions for+linting fork+the format formatting from functionality
+0.2 functionality+. g+. generally generated global go great h hand headers helper i i+don't if+a if+the if+this
+0.2 implementation+. in+a in+app in+scripts index index+. instead instead+of integration+tests introduce issue
+0.2 it+in items jsdoc limit live live+in logic long matching meaning message messages method migrations minimize
+0.2 mocking money motivation must+not named needs never+run new+files noise non non+obvious not+add not+to objects
+0.2 of+the on+all only only+. openapi operations or or+update pascalcase path+. php plan possible postgres pr+.
+0.2 preferred prefixed+with preserve primary private property prose public+api put python rather reason related
+0.2 relevant renames request requested root rs ruff rule rules rust safe sandbox score scripts sections
+0.2 security+and services should+be single+line skill so spec src standard statements step structures subject
+0.2 summary sync task tests+: than the+commit the+generated the+pr the+project the+pull the+rest the+root
+0.2 the+standard the+type the+user the+user's those title to+avoid to+be to+review to+test trailing ts uncertain
+0.2 understand up user's v value variables versions vitest warnings what+it when+possible why+it wrap wrapper
+0.2 write+to written xxxxx xxxxxx yes yml you+must your+code
+0.1 (+for (+x )+for )+instead +++ .+) .+json .+ts /+and /+core 1:do 1:mcp 1:module 1:open 1:preserve 1:tag 1:the
+0.1 2:assert 2:changes 2:credentials 2:descriptive 2:general 2:main 2:messages 2:or 2:plain 2:style 2:tests 2:to 7
+0.1 :+no :+xxxxxxxx a+dependency a+function a+user accurate add+tests add+the aligned allocation always+use
+0.1 an+existing and+don't and+methods another any+other approach at+the backing be+written before+every
+0.1 before+running best+practices braces bundle business+logic c+# c++ calls camelcase canonical checks choose+the
+0.1 classes+or clean+up cli+/ code+you codes coding+conventions comments+that commit+. compatibility+. compiled
+0.1 complete complex+logic component+. constructors contract control+flow convention conventions coverage
+0.1 credentials curly+braces database declare dependencies+without design details dev+. different do does
+0.1 don't+add double double+quotes ensure+all environment+. etc+. every+commit examples exec explicitly exports
+0.1 expressions files+( fixed fixes+. flow focus+on for+type format+( formatting+. functional functions+and future
+0.1 g generated+files group handlers https https+: imperative implementation implementing in in+. in+different
+0.1 in+english in+library in+sync in+test includes initial integer interfaces internal into+the is+the it+.
+0.1 it+does its+own json+. later limit+. link logic+. magic make+sure makes master matches merged minimal minimum
+0.1 modify must+only must+stay need+to never+the not+contain npm number ok only+one operations+. order own
+0.1 parameters paths+. patterns+. plugin point practices properly providers pydantic pytest+. raw readable
+0.1 request+that required+for rest reuse run+npm runs+on same+commit scale schema screenshots sdk search+to self
+0.1 service short should+not side single+quotes spaces specified sql sqlalchemy src+/ start+with stay+in
+0.1 strict+mode structs style+: suggest sync+with target tests+) tests+that tests+to tests+with texts the+default
+0.1 the+end the+examples the+fix the+header the+imperative the+integration the+mcp the+repo this+is through+the
+0.1 to+. to+add to+build too+long tool+that trivial trust type+annotations type+is unrelated upstream us use+it
+0.1 user+visible variable+names verification visible vs when+behaviour when+the wide write xxxxxxxxx xxxxxxxxxxx
+0.1 you+are you+make you+need
-0.1 (+no (+or .+. .+0 .+1 /+. /+config 18 1:after 1:ai 1:but 1:every 1:fast 1:let's 1:save 1:see 1:start 1:unlike
-0.1 1:while 1:without 2:also 2:automatically 2:building 2:change 2:extremely 2:fixtures 2:lint 2:memories 2:more
-0.1 2:operations 2:out 2:persistent 2:plugin 2:runs 2:storage 2:will 30 :+automatically a+good a+list a+python
-0.1 a+release a+session about+the absolute account active add+a agents+. allowing an+active and+a and+more api
-0.1 api+key are+welcome array+of as auto available backed backend+. bar binary bit bm bm+25 build building click
-0.1 cloud code+as compatible container control core data+from debugging decisions default default+. delete
-0.1 deployment deprecated designed designed+to disabled docker doctor documentation+for doing during+the
-0.1 edge+cases else embed enable environment+variable error+handling error+messages errors+and errors+are even+if
-0.1 expect extensions extremely fact facts failure failures feel+free file+is files+. files+and filters five
-0.1 fix+it folder+. for+a for+one formatter found free+to from+a from+stdin give good handling has+become have
-0.1 hints host hosting however if+needed infrastructure input install+the instructions is+to it+also itself
-0.1 languages large larger last latest+release launch layout learn let let's licensed limits links llama manual
-0.1 may+not memory+service middleware more+. move my natively needed+. new+test not+the offers one+line ones
-0.1 open+source openai opens output over+time package+. performs personal please+follow problems proof providing
-0.1 pypi queries quick read+the recommend recommended refactor refactoring release+. releases reports repositories
-0.1 resources retry return runs runs+. same scalable screen seconds secret section secure see+the seen sent
-0.1 server+: sessions sessions+. significant size specialized starts stdin steps submit+a suggestions summarize
-0.1 support+for sure+that tag tell template testing tests+in text that+all the+command the+following the+language
-0.1 the+last the+list the+plugin the+server this+: thread through tier times to+install top tree true try+the turn
-0.1 type+hints unknown unlike updates use+redis used warn we+recommend web+framework window work write+the xxx
-0.1 xxxxxxxxxxxxxxxxx
-0.2 (+see .+txt 1+. 1:alternatively 1:ask 1:build 1:by 1:create 1:download 1:each 1:important 1:improve 1:install
-0.2 1:it's 1:local 1:most 1:only 1:please 1:restart 1:set 1:then 1:these 1:this 1:with 2+( 256 2:an 2:build
-0.2 2:default 2:http 2:make 2:memory 2:provides 2:supports 2:validation 2:with 2:you're 3 50 :+we LENGTH_2
-0.2 OF_ONE_THING S_SECOND a+per a+simple about additional all+the alternatively always+be and+add and+keep and+run
-0.2 and+the api+. api+keys architecture+: are+done around array at+once audit based+on be become benchmarks best
-0.2 browsers bugs+and built+in calling cards cli code+review color completely compliant comprehensive config+.
-0.2 configure contains contributing contributions+are currently dark date dependencies desktop developed disable
-0.2 document does+not down download during each edge embedding enabling endpoint endpoints error even event
-0.2 everything express feel file+in fits fits+in folder for+more free full hard hook hooks hybrid if+you if+you're
-0.2 implement implemented important+: in+place in+your included including inference information+. installation
-0.2 installed intelligence into is is+a is+in is+required it's it+to job join keep+the keeps latest learns
-0.2 libraries library+. like+this list llms locally logo look looks lower make+the management many mcp+server mind
-0.2 missing mode more+information multi multi+language n native natural network no+api note+: object of of+all
-0.2 on+a on+the on+your optional org our page pass paths people perform performance persistent pipelines place
-0.2 placed placeholder places plus postgresql pre pre+commit probably product provides+a proxy published random
-0.2 rank ready redis regex release remember rename replace report requests required required+. requires restart
-0.2 returns right search+and servers+. set+up setup setup+. shell ships show simply source source+code stable
-0.2 stack start still stop storage+: stores submit submitted supported supported+. supporting sure syntax systems
-0.2 term tests+. the+best the+docs the+latest the+most the+old the+other the+published then time to+do to+get
-0.2 tokens tracking two txt under updated usage use+a v+1 validation vector view wasm way we+are we+have we+use
-0.2 will+be windows without write+a yet you're you+want
-0.3 1 1:no 1:to 1:write 2:a 2:all 2:are 2:claude 2:mcp 2:need 2:of 2:our 2:we LENGTH_3 NAMES all+tests also
-0.3 applications as+a benchmark black both by client command+line config content contributions discovery done
-0.3 elixir engine faster features filtering for+this graph here improve in+src is+an is+not just left linters
-0.3 linux macos memories model models more most multiple note+that old once one open option package path per
-0.3 provides query questions real+time released runtime save session settings stays storage supports take that+you
-0.3 the+next these to+use to+your token want want+to welcome while with without+any xxxxxxxxxxxx you+can you+don't
-0.3 you+should you+use
-0.4 1:zero 2:can 2:is 2:it 5 access all are+not claude claude+code command context fast get http in+the installing
-0.4 it knowledge llm on out project results see servers set support terminal three tools users using via web will
-0.5 1:note : a agent agents an based built but by+default empty for+the language mcp note please server the
-0.5 the+tests to works zero –
-0.6 1:add and the+new
-0.7 1:it ai automatically can install memory search this you
-0.8 2:the OF_THE_MOMENT
-1.1 your
"""
